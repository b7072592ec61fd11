import type { RawData, WebSocket } from 'ws';
import { errorMessage } from '../../../os/errors.ts';
import {
  createFrameReader,
  encodeFrame,
  forwardFrame,
  type Frame,
  type FrameBudget,
  FrameError,
  type FrameParts,
} from './frames.ts';

/** Maximum length of a WebSocket message in bytes. Each message is a piece of the frame stream. */
export const MAX_CHUNK_BYTES = 256 * 1024;
/** Maximum number of bytes in the connection's send buffer. A ping waits until these bytes are sent. */
const WINDOW_BYTES = 4 * MAX_CHUNK_BYTES;
/** Number of unsent bytes above which a link is closed, because the other end has stopped reading. */
const MAX_UNSENT_BYTES = 512 * 1024 * 1024;
/** Number of unsent bytes above which this end stops reading, because responses would add more unsent bytes. */
const PAUSE_BYTES = 16 * 1024 * 1024;
const MIB = 1024 * 1024;
const POLICY = 1008;

export interface ChannelTiming {
  pingMs: number;
  /** Milliseconds without sent or received data after which the other end counts as gone. */
  silenceMs: number;
  /** Milliseconds within which a frame must arrive after its head, plus one second for each MiB. */
  frameMs: number;
}
const CHANNEL_TIMING: ChannelTiming = { pingMs: 3_000, silenceMs: 10_000, frameMs: 30_000 };

export interface ChannelListener {
  /**
   * Called with each frame. The function may throw FrameError, after which the link is closed. If it returns a promise,
   * the next frame is read once the promise has resolved.
   */
  readonly onFrame: (frame: Frame) => void | Promise<void>;
  /** Called once, when no further data is sent or received. */
  onEnd(reason: string): void;
}

interface ChannelOptions {
  timing?: Partial<ChannelTiming>;
  /**
   * True if this end stops reading while many bytes are unsent. Only one end of a link may pause, because two pausing
   * ends could wait for each other.
   */
  pauses?: boolean;
  /** Maximum length of the first message in bytes. The limit is low, because the other end is not trusted yet. */
  firstBytes?: number;
  /** Memory for arriving frames, which several links share. */
  budget?: FrameBudget;
}

/** WebSocket connection that carries frames. */
export interface Channel {
  /**
   * Sends a message, or drops the message if the link is lost.
   * @throws TypeError for a value that JSON cannot represent
   * @throws MessageTooLargeError if the message exceeds a limit
   */
  send(message: object, parts?: FrameParts, link?: number): void;
  /** Sends a frame unchanged except for its link number. */
  forward(frame: Frame, link: number): void;
  close(code: number, reason: string): void;
}

/** Sends and receives frames on an open WebSocket. Splits large frames, because pings must be sent in between. */
export function openChannel(
  webSocket: WebSocket,
  listener: ChannelListener,
  { timing: given, pauses = false, firstBytes, budget }: ChannelOptions = {},
): Channel {
  const timing = { ...CHANNEL_TIMING, ...given };
  let ended = false;

  const end = (reason: string): void => {
    if (ended) return;
    ended = true;
    clearInterval(timer);
    sender.clear();
    reader.end();
    listener.onEnd(reason);
  };
  const giveUp = (reason: string): void => {
    end(reason);
    webSocket.terminate();
  };

  // Time when data last arrived or was sent. Sent data counts too, because this end may have paused reading.
  let aliveAt = performance.now();
  let checkedAt = aliveAt;
  const live = (): void => {
    aliveAt = performance.now();
  };
  const timer = setInterval(() => {
    const now = performance.now();
    // If this process was suspended or waits for memory, data may have arrived that was not read.
    if (now - checkedAt > 2 * timing.pingMs || reader.isWaiting()) aliveAt = now;
    checkedAt = now;
    if (now - aliveAt >= timing.silenceMs) {
      return giveUp(`no data arrived for ${Math.round(timing.silenceMs / 1_000)} s`);
    }
    const late = describeLate(reader.arriving(), now, timing);
    if (late !== undefined) return giveUp(late);
    webSocket.ping();
  }, timing.pingMs);
  timer.unref();

  const settleReading = (): void => {
    if (reader.isWaiting() || (pauses && sender.unsentBytes() > PAUSE_BYTES)) webSocket.pause();
    else if (webSocket.isPaused) webSocket.resume();
  };
  const read = (work: () => void): void => {
    try {
      work();
      settleReading();
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      giveUp(`it sent invalid data: ${error.message}`);
    }
  };
  const reader = createFrameReader(receiver(listener, giveUp), {
    firstBytes,
    budget,
    now: () => performance.now(),
    onRoom: () => {
      if (!ended) read(() => reader.push(Buffer.alloc(0)));
    },
  });
  webSocket.on('message', (data: RawData, isBinary: boolean) => {
    live();
    if (ended) return;
    read(() => {
      if (!isBinary) throw new FrameError('text instead of binary data.');
      reader.push(toBuffer(data));
    });
  });
  webSocket.on('pong', live);
  webSocket.on('ping', live);
  webSocket.on('error', (error) => end(errorMessage(error)));
  webSocket.on('close', (code, reason) => end(describeClose(code, reason.toString('utf8'))));

  const sender = createChunkSender(webSocket, () => {
    live();
    if (pauses && !ended) settleReading();
  });
  const write = (chunks: readonly Uint8Array[]): void => {
    if (ended) return;
    sender.add(chunks);
    if (sender.unsentBytes() > MAX_UNSENT_BYTES) return giveUp('it stopped reading');
    sender.flush();
    if (pauses) settleReading();
  };

  return {
    send(message, parts, link) {
      if (!ended) write(encodeFrame(message, parts, link));
    },
    forward: (frame, link) => write(forwardFrame(frame, link)),
    close(code, reason) {
      if (webSocket.readyState === webSocket.CONNECTING) return webSocket.terminate();
      end(reason);
      webSocket.close(code === 0 ? POLICY : code, reason);
      // Terminates the connection if the other end does not confirm the close.
      const cut = setTimeout(() => webSocket.terminate(), 1_000);
      cut.unref();
      webSocket.once('close', () => clearTimeout(cut));
    },
  };
}

/** Returns the function that passes frames to the listener, and that closes the link if their processing fails. */
function receiver(
  { onFrame }: Pick<ChannelListener, 'onFrame'>,
  giveUp: (reason: string) => void,
): (frame: Frame) => void | Promise<void> {
  return (frame) =>
    onFrame(frame)?.catch((error: unknown) => {
      giveUp(error instanceof FrameError ? `it sent invalid data: ${error.message}` : errorMessage(error));
    });
}

/** Returns the reason for closing the link if a frame takes too long to arrive, or else `undefined`. */
function describeLate(
  frame: { bytes: number; since: number } | undefined,
  now: number,
  { frameMs }: ChannelTiming,
): string | undefined {
  if (frame === undefined) return undefined;
  const allowedMs = frameMs + (frame.bytes / MIB) * 1_000;
  if (now - frame.since <= allowedMs) return undefined;
  return `a message of ${frame.bytes} bytes did not arrive within ${Math.round(allowedMs / 1_000)} s`;
}

/** Creates the queue of unsent bytes. Calls `onTaken` when the connection has sent a piece. */
function createChunkSender(webSocket: Pick<WebSocket, 'send'>, onTaken: () => void) {
  const unsent: Uint8Array[] = [];
  let unsentBytes = 0;
  /** Number of bytes that the connection has accepted but not sent. */
  let inWindow = 0;
  /** Passes pieces to the connection until the window is full. */
  const flush = (): void => {
    while (inWindow < WINDOW_BYTES && unsent.length > 0) {
      const piece = takeChunk(unsent);
      inWindow += piece.length;
      webSocket.send(piece, { binary: true }, () => {
        inWindow -= piece.length;
        unsentBytes -= piece.length;
        flush();
        onTaken();
      });
    }
  };
  return {
    flush,
    unsentBytes: () => unsentBytes,
    add(chunks: readonly Uint8Array[]): void {
      for (const chunk of chunks) {
        unsent.push(chunk);
        unsentBytes += chunk.length;
      }
    },
    clear(): void {
      unsent.length = 0;
    },
  };
}

/** Takes the next piece from `chunks`: several small chunks, or a part of a large chunk. */
function takeChunk(chunks: Uint8Array[]): Uint8Array {
  const taken: Uint8Array[] = [];
  let left = MAX_CHUNK_BYTES;
  while (left > 0) {
    const [chunk] = chunks;
    if (chunk === undefined) break;
    taken.push(chunk.subarray(0, left));
    if (chunk.length <= left) chunks.shift();
    else chunks[0] = chunk.subarray(left);
    left -= Math.min(left, chunk.length);
  }
  return taken.length === 1 ? (taken[0] ?? new Uint8Array()) : Buffer.concat(taken);
}

function describeClose(code: number, reason: string): string {
  if (reason !== '') return reason;
  return code === 1006 ? 'the connection was interrupted' : `the connection was closed with code ${code}`;
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
