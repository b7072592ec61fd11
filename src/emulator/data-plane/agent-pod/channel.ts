import type { Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';
import { errorMessage } from '../../../os/errors.ts';
import { decodeFrame, encodeFrame, FrameError, readFrame } from '../worker/frames.ts';

/**
 * The limit of one message on a link. It is less than a worker on the same machine may send: a replica holds the messages of many
 * pods at once, and what runs in them decides how large they are.
 */
export const MAX_LINK_MESSAGE_BYTES = 64 * 1024 * 1024;
/** The limit of the first one, before which nothing is known of the other end. */
export const MAX_HELLO_BYTES = 4 * 1024 * 1024;
/** Unsent bytes above which a link is dropped: its other end has long stopped reading. */
const MAX_UNSENT_BYTES = 4 * MAX_LINK_MESSAGE_BYTES;
/** Unsent bytes above which nothing more is read: what is read asks for more. */
const PAUSE_BYTES = 16 * 1024 * 1024;
/** More than a ping takes. */
const PING_BYTES = 1024;
/** What may come around a first message: the head of its frame, and pings. */
const FRAMING_BYTES = 64 * PING_BYTES;
const POLICY = 1008;

export interface ChannelTiming {
  /** Between two pings. */
  pingMs: number;
  /** An end from which no byte arrives, and which takes none, for longer is gone. */
  silenceMs: number;
}
const CHANNEL_TIMING: ChannelTiming = { pingMs: 3_000, silenceMs: 10_000 };

export interface ChannelListener {
  /** A message; with a problem it is only as far as it could be read. */
  onMessage(message: Record<string, unknown>, problem: string | undefined): void;
  /** Called once: nothing is sent or received from now on. */
  onEnd(reason: string): void;
}

/** A message is not sent: the other end would drop the link. */
export class MessageTooLargeError extends Error {
  override readonly name = 'MessageTooLargeError';
}

/** Messages of the worker's protocol over a WebSocket. */
export interface Channel {
  /**
   * What a lost link should have carried is dropped.
   * @throws TypeError for what JSON cannot hold, MessageTooLargeError for more than a message may have.
   */
  send(message: object): void;
  close(code: number, reason: string): void;
}

/**
 * Speaks on an open WebSocket; `socket` is the connection below it. `pauses`: reading waits while much is unsent, for one of the
 * two ends: if both did, they could wait for one another.
 */
export function openChannel(
  webSocket: WebSocket,
  socket: Pick<Socket, 'bytesRead' | 'bytesWritten' | 'on' | 'off'>,
  listener: ChannelListener,
  {
    timing = CHANNEL_TIMING,
    pauses = false,
    firstBytes = MAX_LINK_MESSAGE_BYTES,
  }: { timing?: ChannelTiming; pauses?: boolean; firstBytes?: number } = {},
): Channel {
  let ended = false;
  let isFirst = true;
  const end = (reason: string): void => {
    if (ended) return;
    ended = true;
    clearInterval(timer);
    listener.onEnd(reason);
  };
  const giveUp = (reason: string): void => {
    end(reason);
    webSocket.terminate();
  };

  // Any byte that arrives is a sign of life, not pongs alone: one may be behind a message of many megabytes. So is what leaves while
  // much waits to, as then nothing is read.
  const flushed = () => socket.bytesWritten - webSocket.bufferedAmount;
  let seen = { read: socket.bytesRead, flushed: flushed() };
  let silentSince = performance.now();
  let lastLook = silentSince;
  const timer = setInterval(() => {
    const now = performance.now();
    const current = { read: socket.bytesRead, flushed: flushed() };
    const leaves = webSocket.bufferedAmount > PAUSE_BYTES / 2 && current.flushed - seen.flushed > PING_BYTES;
    // This process may have been stopped: what arrived meanwhile has not been read yet.
    const wasAway = now - lastLook > 2 * timing.pingMs;
    if (wasAway || leaves || current.read !== seen.read) silentSince = now;
    lastLook = now;
    seen = current;
    if (now - silentSince >= timing.silenceMs) {
      return giveUp(`nothing arrived for ${Math.round(timing.silenceMs / 1_000)} s`);
    }
    webSocket.ping();
  }, timing.pingMs);
  timer.unref();

  // The first message is counted as it arrives: it would be put together up to the limit of the later ones.
  let firstRead = 0;
  const countFirst = (chunk: Buffer): void => {
    firstRead += chunk.length;
    if (isFirst && firstRead > firstBytes + FRAMING_BYTES) {
      giveUp(`it sent something else than messages: the first one has more than ${firstBytes} bytes.`);
    }
    if (!isFirst || ended) socket.off('data', countFirst);
  };
  if (firstBytes < MAX_LINK_MESSAGE_BYTES) socket.on('data', countFirst);

  webSocket.on('message', (data: RawData, isBinary: boolean) => {
    if (ended) return;
    try {
      if (!isBinary) throw new FrameError('text.');
      const frame = toBuffer(data);
      if (isFirst && frame.length > firstBytes) {
        throw new FrameError(`the first one has ${frame.length} bytes, more than ${firstBytes}.`);
      }
      isFirst = false;
      const { message, problem } = decodeFrame(readFrame(frame));
      listener.onMessage(message, problem);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      giveUp(`it sent something else than messages: ${error.message}`);
    }
  });
  webSocket.on('error', (error) => end(errorMessage(error)));
  webSocket.on('close', (code, reason) => end(describeClose(code, reason.toString('utf8'))));

  return {
    send(message) {
      if (ended) return;
      const parts = encodeFrame(message);
      const bytes = parts.reduce((sum, { length }) => sum + length, 0);
      if (bytes > MAX_LINK_MESSAGE_BYTES) {
        throw new MessageTooLargeError(
          `${bytes} bytes are more than one message to or from an agent pod may have, ${MAX_LINK_MESSAGE_BYTES}: a checkpoint, the values of a run or an answer is too large`,
        );
      }
      webSocket.send(Buffer.concat(parts), { binary: true }, () => {
        if (pauses && webSocket.isPaused && webSocket.bufferedAmount <= PAUSE_BYTES) webSocket.resume();
      });
      if (webSocket.bufferedAmount > MAX_UNSENT_BYTES) giveUp('it stopped reading');
      else if (pauses && webSocket.bufferedAmount > PAUSE_BYTES) webSocket.pause();
    },
    close(code, reason) {
      if (webSocket.readyState === webSocket.CONNECTING) return webSocket.terminate();
      webSocket.close(code === 0 ? POLICY : code, reason);
      // An end that does not answer is cut off.
      const cut = setTimeout(() => webSocket.terminate(), 1_000);
      cut.unref();
      webSocket.once('close', () => clearTimeout(cut));
      end(reason);
    },
  };
}

function describeClose(code: number, reason: string): string {
  if (reason !== '') return reason;
  return code === 1006 ? 'the connection was cut' : `it was closed with ${code}`;
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
