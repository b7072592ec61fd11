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

/** Maximum length of one WebSocket message, in bytes. Each message is a piece of the stream of frames. */
export const MAX_CHUNK_BYTES = 256 * 1024;
/** Bytes that are handed to the connection at once. A ping waits behind at most this many bytes. */
const WINDOW_BYTES = 4 * MAX_CHUNK_BYTES;
/** A link with more unsent bytes is cut, because its other end stopped reading long ago. */
const MAX_UNSENT_BYTES = 512 * 1024 * 1024;
/** While more bytes than this are unsent, nothing is read, because messages that are read lead to more responses. */
const PAUSE_BYTES = 16 * 1024 * 1024;
const MIB = 1024 * 1024;
const POLICY = 1008;

export interface ChannelTiming {
  /** Time between two pings, in milliseconds. */
  pingMs: number;
  /** An end that neither sends nor receives anything for longer than this counts as gone, in milliseconds. */
  silenceMs: number;
  /** An announced frame must arrive within this time, in milliseconds, plus one second for each MiB. */
  frameMs: number;
}
const CHANNEL_TIMING: ChannelTiming = { pingMs: 3_000, silenceMs: 10_000, frameMs: 30_000 };

export interface ChannelListener {
  /** Takes a frame. May throw FrameError, which cuts the link. */
  onFrame(frame: Frame): void;
  /** Called once. Nothing is sent or received after this call. */
  onEnd(reason: string): void;
}

interface ChannelOptions {
  timing?: Partial<ChannelTiming>;
  /**
   * If true, this end stops reading while much is unsent. Only one of the two ends may do so: two ends could wait for
   * one another.
   */
  pauses?: boolean;
  /** Maximum length of the first message, in bytes. The other end is not trusted before that message. */
  firstBytes?: number;
  /** The memory that several links share for frames that are arriving. */
  budget?: FrameBudget;
}

/** A connection that carries frames over a WebSocket. */
export interface Channel {
  /**
   * Sends a message. Messages on a lost link are dropped.
   * @throws TypeError for a value that JSON cannot hold, MessageTooLargeError above a limit.
   */
  send(message: object, parts?: FrameParts, link?: number): void;
  /** Sends an unchanged frame under another link number. */
  forward(frame: Frame, link: number): void;
  close(code: number, reason: string): void;
}

/**
 * Sends and receives frames on an open WebSocket. Large frames are sent in pieces, so that pings can pass between the
 * pieces.
 */
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

  // Data that arrives is a sign of life. Data that the connection accepts is a sign of life as well, because nothing
  // is read while much is unsent.
  let aliveAt = performance.now();
  let checkedAt = aliveAt;
  const live = (): void => {
    aliveAt = performance.now();
  };
  const timer = setInterval(() => {
    const now = performance.now();
    // This process may have been suspended, or may wait for memory. Data that arrived during that time has not been
    // read yet.
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
      // An end that does not respond is cut off.
      const cut = setTimeout(() => webSocket.terminate(), 1_000);
      cut.unref();
      webSocket.once('close', () => clearTimeout(cut));
    },
  };
}

/** Returns the reason to cut the link if a frame has been arriving for too long. */
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

/** Creates the queue of unsent bytes. `onTaken` is called whenever the connection has taken a piece. */
function createChunkSender(webSocket: Pick<WebSocket, 'send'>, onTaken: () => void) {
  const unsent: Uint8Array[] = [];
  let unsentBytes = 0;
  /** Bytes that the connection has not taken yet. */
  let inWindow = 0;
  /** Hands as many pieces to the connection as the window allows. */
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

/** Takes the next piece from `chunks`: several small chunks, or a section of a large one. */
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
