import { Duplex } from 'node:stream';

// Server side of yamux, a protocol that carries several streams over one connection.

const HEADER_BYTES = 12;
const WINDOW_BYTES = 256 * 1024;
/** Maximum number of data bytes in a sent frame. */
const MAX_FRAME_BYTES = 16 * 1024;
/** Maximum number of open streams per connection. */
const MAX_STREAMS = 128;

const DATA = 0;
const WINDOW_UPDATE = 1;
const PING = 2;
const GO_AWAY = 3;
const SYN = 1;
const ACK = 2;
const FIN = 4;
const RST = 8;

/** Error for a client that violates the protocol, after which the connection must be closed. */
export class YamuxError extends Error {
  override readonly name = 'YamuxError';
}

export interface YamuxSession {
  /** Processes bytes of the connection. @throws YamuxError if the client violates the protocol. */
  receive(bytes: Buffer): void;
  /** Ends all streams after the connection has ended. */
  end(): void;
}

/**
 * Serves the streams of one client.
 * @param send Sends the bytes of complete frames.
 * @param accept Receives each stream that the client opens.
 */
export function createYamuxSession(
  send: (bytes: Buffer) => void,
  accept: (stream: Duplex) => void,
): YamuxSession {
  const streams = new Map<number, YamuxStream>();
  let held: Buffer = Buffer.alloc(0);
  const sendFrame = (type: number, flags: number, id: number, length: number, data?: Buffer) => {
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt8(type, 1);
    header.writeUInt16BE(flags, 2);
    header.writeUInt32BE(id, 4);
    header.writeUInt32BE(length, 8);
    send(data === undefined ? header : Buffer.concat([header, data]));
  };
  const open = (id: number) => {
    // Streams that a client opens have odd numbers.
    if (id % 2 === 0 || streams.has(id)) throw new YamuxError(`the stream ${id} cannot be opened`);
    if (streams.size >= MAX_STREAMS) return sendFrame(WINDOW_UPDATE, RST, id, 0);
    const stream = new YamuxStream(id, sendFrame, () => streams.delete(id));
    streams.set(id, stream);
    sendFrame(WINDOW_UPDATE, ACK, id, 0);
    accept(stream);
  };
  const take = (type: number, flags: number, id: number, length: number, data: Buffer) => {
    if (type === PING) {
      if ((flags & SYN) !== 0) sendFrame(PING, ACK, 0, length);
      return;
    }
    if (type === GO_AWAY) return;
    if ((flags & SYN) !== 0) open(id);
    // Data for a stream that has ended is dropped.
    const stream = streams.get(id);
    if (type === DATA) stream?.receive(data);
    else stream?.grant(length);
    if ((flags & RST) !== 0) stream?.destroy();
    else if ((flags & FIN) !== 0) stream?.endReading();
  };
  return {
    receive(bytes) {
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      while (held.length >= HEADER_BYTES) {
        const [version, type] = [held.readUInt8(0), held.readUInt8(1)];
        const length = held.readUInt32BE(8);
        if (version !== 0 || type > GO_AWAY) throw new YamuxError('bytes that are not a frame');
        const size = HEADER_BYTES + (type === DATA ? length : 0);
        if (size > HEADER_BYTES + WINDOW_BYTES) throw new YamuxError('a frame larger than its window');
        if (held.length < size) return;
        const frame = held.subarray(0, size);
        held = held.subarray(size);
        take(type, frame.readUInt16BE(2), frame.readUInt32BE(4), length, frame.subarray(HEADER_BYTES));
      }
    },
    end() {
      for (const stream of streams.values()) stream.destroy();
    },
  };
}

type SendFrame = (type: number, flags: number, id: number, length: number, data?: Buffer) => void;

/** One stream with flow control: each end sends at most as many bytes as the other end can receive. */
class YamuxStream extends Duplex {
  readonly #id: number;
  readonly #send: SendFrame;
  readonly #gone: () => void;
  #sendWindow = WINDOW_BYTES;
  #receiveWindow = WINDOW_BYTES;
  #unread = 0;
  #isReset = false;
  #waiting: { data: Buffer; done: () => void } | undefined;

  constructor(id: number, send: SendFrame, gone: () => void) {
    super();
    this.#id = id;
    this.#send = send;
    this.#gone = gone;
    // Readers of the stream handle errors. Without a reader, an error must not crash the process.
    this.on('error', () => undefined);
  }

  /** Receives data. @throws YamuxError if the client sends more than the window allows. */
  receive(data: Buffer): void {
    if (data.length === 0) return;
    this.#receiveWindow -= data.length;
    if (this.#receiveWindow < 0)
      throw new YamuxError(`the stream ${this.#id} received more than its window allows`);
    this.#unread += data.length;
    if (this.push(data)) this._read();
  }

  endReading(): void {
    if (!this.destroyed) this.push(null);
  }

  grant(bytes: number): void {
    this.#sendWindow += bytes;
    this.#sendWaiting();
  }

  override _read(): void {
    if (this.#unread === 0 || this.#isReset) return;
    this.#receiveWindow += this.#unread;
    this.#send(WINDOW_UPDATE, 0, this.#id, this.#unread);
    this.#unread = 0;
  }

  override _write(data: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#waiting = { data, done };
    this.#sendWaiting();
  }

  override _final(done: () => void): void {
    this.#send(DATA, FIN, this.#id, 0);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const isComplete = this.readableEnded && this.writableFinished;
    if (!isComplete && !this.#isReset) this.#send(WINDOW_UPDATE, RST, this.#id, 0);
    this.#isReset = true;
    this.#gone();
    done(error);
  }

  #sendWaiting(): void {
    while (this.#waiting !== undefined && this.#sendWindow > 0 && !this.#isReset) {
      const { data, done } = this.#waiting;
      const piece = data.subarray(0, Math.min(MAX_FRAME_BYTES, this.#sendWindow));
      this.#sendWindow -= piece.length;
      this.#send(DATA, 0, this.#id, piece.length, piece);
      if (piece.length < data.length) this.#waiting = { data: data.subarray(piece.length), done };
      else {
        this.#waiting = undefined;
        done();
      }
    }
  }
}
