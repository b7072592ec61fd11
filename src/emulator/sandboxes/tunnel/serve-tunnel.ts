import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { WebSocket } from 'ws';
import { BoxFileError } from '../../../box/box.ts';
import { bytesOf, endSocket } from '../execution/socket.ts';
import { type RunningBox, trackTransfer } from '../lifecycle/context.ts';
import { createYamuxSession } from './yamux.ts';

/** Size of the header that begins each stream, in bytes: protocol version and port (big-endian). */
const HEAD_BYTES = 3;
const VERSION = 1;

/** First of the four values of the byte that responds to the header of a stream. */
const CONNECTED = 0;
const PORT_NOT_ALLOWED = 1;
const DIAL_FAILED = 2;
const UNSUPPORTED_VERSION = 3;

/** WebSocket close code after the box has ended. */
const GOING_AWAY = 1001;
const PROTOCOL_ERROR = 1002;

/** Forwards connections to programs in a box over a WebSocket, one yamux stream per connection. */
export function serveTunnel(socket: WebSocket, running: RunningBox): void {
  const session = createYamuxSession(
    (bytes) => socket.send(bytes, () => undefined),
    (stream) => void trackTransfer(running, () => serveStream(stream, running)),
  );
  socket.on('message', (data) => {
    running.touch();
    try {
      session.receive(bytesOf(data));
    } catch {
      endSocket(socket, PROTOCOL_ERROR);
      session.end();
    }
  });
  socket.on('close', () => session.end());
  void running.box.ended.then(() => endSocket(socket, GOING_AWAY));
}

/** Connects a stream to the requested port. Resolves once both directions have ended, and never rejects. */
async function serveStream(stream: Duplex, { box }: RunningBox): Promise<void> {
  const head = await readHead(stream);
  if (head === undefined) return;
  const refuse = (status: number) => void stream.end(Buffer.of(status));
  if (head.readUInt8(0) !== VERSION) return refuse(UNSUPPORTED_VERSION);
  const port = head.readUInt16BE(1);
  if (port === 0) return refuse(PORT_NOT_ALLOWED);
  let remote: Duplex;
  try {
    remote = await box.connect(port);
  } catch (error) {
    const isDenied = error instanceof BoxFileError && error.code === 'denied';
    return refuse(isDenied ? PORT_NOT_ALLOWED : DIAL_FAILED);
  }
  stream.write(Buffer.of(CONNECTED));
  const end = () => {
    stream.destroy();
    remote.destroy();
  };
  await Promise.all([pipeline(stream, remote).catch(end), pipeline(remote, stream).catch(end)]);
}

/** Reads the header of a stream, or returns `undefined` if the stream ends early. */
async function readHead(stream: Duplex): Promise<Buffer | undefined> {
  for (;;) {
    const head: unknown = stream.read(HEAD_BYTES);
    if (head instanceof Buffer) return head.length === HEAD_BYTES ? head : undefined;
    if (stream.readableEnded || stream.destroyed) return undefined;
    await new Promise<void>((resolve) => {
      const done = () => {
        for (const event of ['readable', 'end', 'close']) stream.off(event, done);
        resolve();
      };
      for (const event of ['readable', 'end', 'close']) stream.on(event, done);
    });
  }
}
