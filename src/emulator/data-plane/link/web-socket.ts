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

/** Maximum length of one message of the WebSocket, which is a piece of the stream of frames, in bytes. */
export const MAX_PIECE_BYTES = 256 * 1024;
/** Bytes that are handed to the connection at once: a ping waits behind so many at most. */
const WINDOW_BYTES = 4 * MAX_PIECE_BYTES;
/** Unsent bytes above which a link is cut: its other end has long stopped reading. */
const MAX_UNSENT_BYTES = 512 * 1024 * 1024;
/** Unsent bytes above which nothing more is read: what is read asks for more. */
const PAUSE_BYTES = 16 * 1024 * 1024;
const MIB = 1024 * 1024;
const POLICY = 1008;

export interface ChannelTiming {
  /** Between two pings. */
  pingMs: number;
  /** An end from which nothing arrives, and which takes nothing, for longer is gone. */
  silenceMs: number;
  /** A frame that was announced arrives within this time, and one second for each MiB. */
  frameMs: number;
}
const CHANNEL_TIMING: ChannelTiming = { pingMs: 3_000, silenceMs: 10_000, frameMs: 30_000 };

export interface ChannelListener {
  /** Takes a frame. May throw FrameError, which cuts the link. */
  onFrame(frame: Frame): void;
  /** Called once: nothing is sent or received from now on. */
  onEnd(reason: string): void;
}

interface ChannelOptions {
  timing?: Partial<ChannelTiming>;
  /** Reading waits while much is unsent, for one of the two ends: if both did, they could wait for one another. */
  pauses?: boolean;
  /** Maximum length of the first message, before which nothing is known of the other end. */
  firstBytes?: number;
  /** Memory that several links share for frames that are arriving. */
  budget?: FrameBudget;
}

/** Frames over a WebSocket. */
export interface Channel {
  /**
   * What a lost link should have carried is dropped.
   * @throws TypeError for what JSON cannot hold, MessageTooLargeError above a limit.
   */
  send(message: object, parts?: FrameParts, link?: number): void;
  /** Sends a frame as it is, under another number. */
  forward(frame: Frame, link: number): void;
  close(code: number, reason: string): void;
}

/** Speaks on an open WebSocket. Pieces of large frames leave pings a way through. */
export function openChannel(
  webSocket: WebSocket,
  listener: ChannelListener,
  { timing: given, pauses = false, firstBytes, budget }: ChannelOptions = {},
): Channel {
  const timing = { ...CHANNEL_TIMING, ...given };
  const unsent: Uint8Array[] = [];
  let unsentBytes = 0;
  /** Bytes that the connection has not taken yet. */
  let inWindow = 0;
  let ended = false;

  const end = (reason: string): void => {
    if (ended) return;
    ended = true;
    clearInterval(timer);
    unsent.length = 0;
    reader.end();
    listener.onEnd(reason);
  };
  const giveUp = (reason: string): void => {
    end(reason);
    webSocket.terminate();
  };

  // What arrives is a sign of life, and so is what the connection takes: while much is unsent, nothing is read.
  let aliveAt = performance.now();
  let lastLook = aliveAt;
  const live = (): void => {
    aliveAt = performance.now();
  };
  const timer = setInterval(() => {
    const now = performance.now();
    // This process may have been stopped, or may wait for memory: what arrived meanwhile has not been read yet.
    if (now - lastLook > 2 * timing.pingMs || reader.isWaiting()) aliveAt = now;
    lastLook = now;
    if (now - aliveAt >= timing.silenceMs) {
      return giveUp(`nothing arrived for ${Math.round(timing.silenceMs / 1_000)} s`);
    }
    const { bytes, since } = reader.arriving() ?? { bytes: 0, since: now };
    const allowedMs = timing.frameMs + (bytes / MIB) * 1_000;
    if (now - since > allowedMs) {
      return giveUp(`a message of ${bytes} bytes did not arrive within ${Math.round(allowedMs / 1_000)} s`);
    }
    webSocket.ping();
  }, timing.pingMs);
  timer.unref();

  const settleReading = (): void => {
    if (reader.isWaiting() || (pauses && unsentBytes > PAUSE_BYTES)) webSocket.pause();
    else if (webSocket.isPaused) webSocket.resume();
  };
  const read = (work: () => void): void => {
    try {
      work();
      settleReading();
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      giveUp(`it sent something else than messages: ${error.message}`);
    }
  };
  const reader = createFrameReader((frame) => listener.onFrame(frame), {
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
      if (!isBinary) throw new FrameError('text.');
      reader.push(toBuffer(data));
    });
  });
  webSocket.on('pong', live);
  webSocket.on('ping', live);
  webSocket.on('error', (error) => end(errorMessage(error)));
  webSocket.on('close', (code, reason) => end(describeClose(code, reason.toString('utf8'))));

  /** Hands pieces to the connection, as many as it may have at once. */
  const flush = (): void => {
    while (inWindow < WINDOW_BYTES && unsent.length > 0) {
      const piece = takePiece(unsent);
      inWindow += piece.length;
      webSocket.send(piece, { binary: true }, () => {
        inWindow -= piece.length;
        unsentBytes -= piece.length;
        live();
        flush();
        if (pauses && !ended) settleReading();
      });
    }
  };

  const write = (chunks: readonly Uint8Array[]): void => {
    if (ended) return;
    for (const chunk of chunks) {
      unsent.push(chunk);
      unsentBytes += chunk.length;
    }
    if (unsentBytes > MAX_UNSENT_BYTES) return giveUp('it stopped reading');
    flush();
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
      // An end that does not answer is cut off.
      const cut = setTimeout(() => webSocket.terminate(), 1_000);
      cut.unref();
      webSocket.once('close', () => clearTimeout(cut));
    },
  };
}

/** Takes the next piece from chunks: of small chunks several, of a large one a part. */
function takePiece(chunks: Uint8Array[]): Uint8Array {
  const taken: Uint8Array[] = [];
  let left = MAX_PIECE_BYTES;
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
  return code === 1006 ? 'the connection was cut' : `it was closed with ${code}`;
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
