import type { Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';
import { errorMessage } from '../../../os/errors.ts';
import { decodeFrame, encodeFrame, FrameError, MAX_FRAME_BYTES, readFrame } from '../worker/frames.ts';

/** The limit of one message on a link, with its head. */
export const MAX_LINK_MESSAGE_BYTES = MAX_FRAME_BYTES + 1024;
/** Unsent bytes above which a link is dropped: its other end has long stopped reading. */
const MAX_UNSENT_BYTES = 2 * MAX_FRAME_BYTES;
/** Unsent bytes above which nothing more is read: what is read asks for more. */
const PAUSE_BYTES = 16 * 1024 * 1024;
/** More than a ping takes. */
const PING_BYTES = 1024;
const POLICY = 1008;

export interface ChannelTiming {
  /** Between two pings. */
  pingMs: number;
  /** An end from which no byte arrives, and which takes none, for longer is gone. */
  silenceMs: number;
}
export const CHANNEL_TIMING: ChannelTiming = { pingMs: 3_000, silenceMs: 10_000 };

export interface ChannelListener {
  /** A message; with a problem it is only as far as it could be read. */
  onMessage(message: Record<string, unknown>, problem: string | undefined): void;
  /** Called once: nothing is sent or received from now on. */
  onEnd(reason: string): void;
}

/** Messages of the worker's protocol over a WebSocket. */
export interface Channel {
  /** @throws TypeError for what JSON cannot hold. What a lost link should have carried is dropped. */
  send(message: object): void;
  close(code: number, reason: string): void;
}

/**
 * Speaks on an open WebSocket; `socket` is the connection below it. `pauses`: reading waits while much is unsent, for one of the
 * two ends: if both did, they could wait for one another.
 */
export function openChannel(
  webSocket: WebSocket,
  socket: Pick<Socket, 'bytesRead' | 'bytesWritten'>,
  listener: ChannelListener,
  { timing = CHANNEL_TIMING, pauses = false }: { timing?: ChannelTiming; pauses?: boolean } = {},
): Channel {
  let ended = false;
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

  webSocket.on('message', (data: RawData, isBinary: boolean) => {
    if (ended) return;
    try {
      if (!isBinary) throw new FrameError('text.');
      const { message, problem } = decodeFrame(readFrame(toBuffer(data)));
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
      const frame = encodeFrame(message);
      webSocket.send(Buffer.concat(frame), { binary: true }, () => {
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
