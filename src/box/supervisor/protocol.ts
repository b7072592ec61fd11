/** The host's messages to the supervisor (control frames, JSON). The host is trusted. */
export type ToBox =
  | Hello
  | ({ do: 'run' } & RunRequest)
  | { do: 'close'; id: number }
  | { do: 'kill'; id: number }
  | { do: 'credit'; id: number; bytes: number }
  | { do: 'stat'; id: number; path: string }
  | { do: 'read'; id: number; path: string; start: number; end: number | null }
  | { do: 'write'; id: number; path: string }
  | ({ do: 'search' } & SearchRequest)
  | { do: 'connect'; id: number; port: number }
  | { do: 'stop' };

export interface Hello {
  do: 'hello';
  env: Record<string, string>;
  /** Variables that a command cannot override: those of the proxy and of the certificates. */
  fixedEnv: Record<string, string>;
  /** The working directory of commands and relative paths. */
  home: string;
  /** The folder that files may be in; null if the box has its own root. */
  root: string | null;
  /** A port on the box's loopback that leads to the proxy's socket. */
  bridge: { port: number; socket: string } | null;
  /** Prefixes each command: the program that sets limits, if no control group does. */
  prefix: string[];
  /** `NAME=value` in the environment of everything started here, by which stragglers are found; null in a pid namespace. */
  marker: string | null;
}

export interface RunRequest {
  id: number;
  command: string;
  shell: string;
  cwd: string | null;
  env: Record<string, string>;
  timeoutMs: number | null;
  terminal: { rows: number; columns: number } | null;
}

/** Finds entries by a glob pattern, or lines that contain a text in files whose paths a glob pattern matches. */
export type SearchRequest = { id: number; path: string; limit: number; withinMs: number } & (
  | { kind: 'glob'; pattern: string }
  | { kind: 'grep'; pattern: string; glob: string | null }
);

export interface FoundEntry {
  path: string;
  isFolder: boolean;
  size: number;
  modifiedMs: number;
}
export interface FoundLine {
  path: string;
  /** From 1. */
  line: number;
  text: string;
}

export type ExitReason = 'exit' | 'signal' | 'timeout' | 'killed';

export type FileErrorCode =
  | 'not-found'
  | 'not-a-file'
  | 'denied'
  | 'outside'
  | 'invalid-path'
  | 'no-space'
  | 'changed'
  | 'other';

/** The supervisor's messages. The host trusts none of them: a program of the box may have replaced it. */
type FromBox =
  | { say: 'ready' }
  | { say: 'started'; id: number; pid: number }
  | { say: 'exit'; id: number; code: number; reason: ExitReason }
  | { say: 'credit'; id: number; bytes: number }
  | { say: 'file'; id: number; size: number; modifiedMs: number }
  | { say: 'end'; id: number }
  | { say: 'wrote'; id: number; bytes: number }
  | { say: 'found'; id: number; entries: FoundEntry[]; lines: FoundLine[]; truncated: boolean }
  | { say: 'failed'; id: number; code: FileErrorCode; message: string };

/**
 * The protocol between a box and its host, as frames on one pipe each way: 4 bytes of payload length, 1 byte of kind, 4
 * bytes of the operation's number (big-endian), then the payload. Used at both ends, so it imports nothing.
 */
export const CONTROL = 0;
export const DATA = 1;
export const STDOUT = 2;
export const STDERR = 3;

const HEADER = 9;
/** The longest payload: a command line and its environment fit, a false length ends the box. */
export const MAX_PAYLOAD = 4 * 1024 * 1024;
/** How many bytes of one operation may be in flight each way before the other end has consumed them. */
export const WINDOW_BYTES = 256 * 1024;
/** How data is split, so that many operations share the pipe. */
export const CHUNK_BYTES = 64 * 1024;

export interface Frame {
  kind: number;
  id: number;
  payload: Buffer;
}

/** One frame as bytes. Throws when the payload exceeds the limit. */
export function encodeFrame(kind: number, id: number, payload: Uint8Array): Buffer {
  if (payload.length > MAX_PAYLOAD) {
    throw new RangeError(
      `a message to or from a box holds ${payload.length} bytes; ${MAX_PAYLOAD} is the most`,
    );
  }
  const frame = Buffer.allocUnsafe(HEADER + payload.length);
  frame.writeUInt32BE(payload.length, 0);
  frame.writeUInt8(kind, 4);
  frame.writeUInt32BE(id, 5);
  frame.set(payload, HEADER);
  return frame;
}

/** Splits a stream of bytes into frames. Holds at most one unfinished frame. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private held = 0;

  /** The frames that `chunk` completes. Throws on an invalid length or kind. */
  push(chunk: Buffer): Frame[] {
    this.chunks.push(chunk);
    this.held += chunk.length;
    const frames: Frame[] = [];
    for (;;) {
      if (this.held < HEADER) return frames;
      const head = this.first(HEADER);
      const length = head.readUInt32BE(0);
      const kind = head.readUInt8(4);
      if (length > MAX_PAYLOAD || kind > STDERR) throw new RangeError('bytes that are no frame');
      if (this.held < HEADER + length) return frames;
      const whole = this.first(HEADER + length);
      frames.push({ kind, id: head.readUInt32BE(5), payload: whole.subarray(HEADER, HEADER + length) });
      this.drop(HEADER + length);
    }
  }

  /** The first `bytes` bytes in one piece; joins chunks only when they are needed. */
  private first(bytes: number): Buffer {
    const [chunk] = this.chunks;
    if (chunk !== undefined && chunk.length >= bytes) return chunk;
    const joined = Buffer.concat(this.chunks);
    this.chunks = [joined];
    return joined;
  }

  private drop(bytes: number): void {
    const [chunk] = this.chunks;
    if (chunk === undefined) return;
    if (chunk.length === bytes) this.chunks.shift();
    else this.chunks[0] = chunk.subarray(bytes);
    this.held -= bytes;
  }
}

export interface HostChannel {
  sendMessage(message: FromBox): void;
  sendData(kind: number, id: number, data: Uint8Array): void;
}
