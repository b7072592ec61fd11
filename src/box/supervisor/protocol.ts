/** Messages from the host to the supervisor (control frames with JSON). The supervisor trusts the host. */
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
  /** Variables for the proxy and the certificates, which commands cannot override. */
  fixedEnv: Record<string, string>;
  /** Working directory of commands and base of relative paths. */
  home: string;
  /** Folder that file access is limited to, or null if the box has its own root. */
  root: string | null;
  /** Port on the box's loopback, and the proxy's socket that the port forwards to, or null for no bridge. */
  bridge: { port: number; socket: string } | null;
  /** Command prefix that sets limits for each command if the box has no control group. */
  prefix: string[];
  /**
   * Environment variable (`NAME=value`) of all programs of the box, which identifies leftover processes, or null in a
   * PID namespace, where no process is left over.
   */
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

/**
 * A request to search for files and folders that match a glob, or for lines that contain a string in files whose paths
 * match a glob.
 */
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
  /** Line number, starting at 1. */
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

/** Untrusted messages from the supervisor to the host, because a program in the box might control the supervisor. */
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
 * Protocol between a box and its host: frames on one pipe in each direction. A frame has 4 bytes of payload length, 1
 * byte of kind, 4 bytes of operation number (big-endian) and the payload. Both the box and the host import this file,
 * so it does not import other files.
 */
export const CONTROL = 0;
export const DATA = 1;
export const STDOUT = 2;
export const STDERR = 3;

const HEADER = 9;
/**
 * Maximum payload in bytes, enough for a command line with its environment. If a box announces a larger payload, the
 * box is killed.
 */
export const MAX_PAYLOAD = 4 * 1024 * 1024;
/** Maximum number of unread bytes per operation and direction. */
export const WINDOW_BYTES = 256 * 1024;
/** Maximum number of data bytes per frame, so operations share the pipe fairly. */
export const CHUNK_BYTES = 64 * 1024;

export interface Frame {
  kind: number;
  id: number;
  payload: Buffer;
}

/** Encodes one frame. Throws if the payload exceeds the maximum. */
export function encodeFrame(kind: number, id: number, payload: Uint8Array): Buffer {
  if (payload.length > MAX_PAYLOAD) {
    throw new RangeError(
      `a message to or from a box has ${payload.length} bytes, but the maximum is ${MAX_PAYLOAD}`,
    );
  }
  const frame = Buffer.allocUnsafe(HEADER + payload.length);
  frame.writeUInt32BE(payload.length, 0);
  frame.writeUInt8(kind, 4);
  frame.writeUInt32BE(id, 5);
  frame.set(payload, HEADER);
  return frame;
}

/** Splits a byte stream into frames, and buffers at most one unfinished frame. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private held = 0;

  /** Returns the frames that `chunk` completes. Throws if a frame's length or kind is invalid. */
  push(chunk: Buffer): Frame[] {
    this.chunks.push(chunk);
    this.held += chunk.length;
    const frames: Frame[] = [];
    for (;;) {
      if (this.held < HEADER) return frames;
      const head = this.first(HEADER);
      const length = head.readUInt32BE(0);
      const kind = head.readUInt8(4);
      if (length > MAX_PAYLOAD || kind > STDERR) throw new RangeError('bytes that are not a frame');
      if (this.held < HEADER + length) return frames;
      const whole = this.first(HEADER + length);
      frames.push({ kind, id: head.readUInt32BE(5), payload: whole.subarray(HEADER, HEADER + length) });
      this.drop(HEADER + length);
    }
  }

  /** Returns the first `bytes` bytes as one buffer. Chunks are joined only if needed. */
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
