import { parseExactJson, stringifyExactJson } from '../../../contract/exact-json.ts';
import { ANSWER_JSON_LIMITS, findJsonExcess, isJsonObject } from '../../../contract/json-safety.ts';

// Encoding of messages on a link (connection between the emulator and a worker) over any byte stream. A frame consists
// of a head of 12 bytes, a text, and parts. The head contains the byte 0xA1, a zero byte, the link number (u16), the
// length of the text and the total length of the parts (u32 each), all big-endian. The text is a JSON object in UTF-8;
// its field `parts` lists the length of each part. Each byte string of a message is a part, and the message contains
// the index of the part. `__tests__/emulator/data-plane/link/frames.json` has examples for the TypeScript and Python
// implementations.

const HEAD_BYTES = 12;
/** First byte of a frame. UTF-8 text never begins with this byte, so the reader detects printed text in the stream. */
const MAGIC = 0xa1;
/** First character of a frame's text, which is a JSON object without leading spaces. */
const FIRST_OF_TEXT = '{'.charCodeAt(0);
/** Maximum length of a frame's text in bytes. Parsing a text needs many times this memory. */
export const MAX_TEXT_BYTES = 64 * 1024 * 1024;
/** Maximum total length of a frame's text and parts, in bytes. */
export const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
/** Maximum number of bytes of printed text in an error message. */
const MAX_SHOWN = 80;

/** Thrown when the stream contains bytes that are not a frame, which make the rest of the stream unreadable. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

/** Thrown by the sender of a message that is too large, because the receiver would close the link. */
export class MessageTooLargeError extends Error {
  override readonly name = 'MessageTooLargeError';
}

/**
 * Number of the link to the worker. Link 0 leads to the process at the other end of the stream: the worker process
 * itself, or the main process of a pod.
 */
export const WORKER_LINK = 1;

/** A frame whose text is not parsed yet. */
export interface Frame {
  link: number;
  text: Buffer;
  /** All parts of the frame, concatenated. */
  bytes: Buffer;
}

/** Byte strings of a message, to which indices in the message refer. */
export type FrameParts = readonly Uint8Array[];

/**
 * Encodes a message as chunks to write in order.
 * @throws TypeError for a value that JSON cannot represent
 * @throws MessageTooLargeError if the message exceeds a limit
 */
export function encodeFrame(message: object, parts: FrameParts = [], link = 0): Uint8Array[] {
  const lengths = parts.map(({ length }) => length);
  const text = Buffer.from(stringifyExactJson(parts.length > 0 ? { ...message, parts: lengths } : message));
  const bytes = lengths.reduce((sum, length) => sum + length, 0);
  if (text.length > MAX_TEXT_BYTES) refuse(text.length, 'the JSON of one message', MAX_TEXT_BYTES);
  if (text.length + bytes > MAX_MESSAGE_BYTES) refuse(text.length + bytes, 'one message', MAX_MESSAGE_BYTES);
  return [headOf(link, text.length, bytes), text, ...parts];
}

/** Returns the chunks of a frame with another link number, without parsing the text or the parts. */
export function forwardFrame({ text, bytes }: Frame, link: number): Uint8Array[] {
  return [headOf(link, text.length, bytes.length), text, bytes];
}

function headOf(link: number, text: number, bytes: number): Buffer {
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  head.writeUInt16BE(MAGIC << 8, 0);
  head.writeUInt16BE(link, 2);
  head.writeUInt32BE(text, 4);
  head.writeUInt32BE(bytes, 8);
  return head;
}

function refuse(length: number, what: string, limit: number): never {
  throw new MessageTooLargeError(
    `${what} has ${length} bytes, more than the limit of ${limit}; a checkpoint, the values of a thread or an event is too large`,
  );
}

/** Memory for arriving frames, which several streams share. */
export interface FrameBudget {
  /**
   * Reserves memory for a frame. If too little memory is free, returns false and calls `onRoom` when memory becomes
   * free.
   */
  take(bytes: number, onRoom: () => void): boolean;
  give(bytes: number): void;
}

/** Factor by which a text's length is multiplied in the budget, because the parsed text takes more memory. */
const TEXT_FACTOR = 8;

/** Creates a budget of `maxBytes` bytes. A frame may exceed the budget if no other frame is arriving. */
export function createFrameBudget(maxBytes = 512 * 1024 * 1024): FrameBudget {
  let taken = 0;
  let waiting: (() => void)[] = [];
  return {
    take(bytes, onRoom) {
      if (taken > 0 && taken + bytes > maxBytes) {
        waiting.push(onRoom);
        return false;
      }
      taken += bytes;
      return true;
    },
    give(bytes) {
      taken -= bytes;
      const woken = waiting;
      waiting = [];
      for (const onRoom of woken) onRoom();
    },
  };
}

export interface FrameReader {
  /**
   * Reads a chunk and calls `take` for each frame that the chunk completes.
   * @throws FrameError if the bytes are not a frame, or a frame exceeds a limit.
   */
  push(chunk: Buffer): void;
  /**
   * Returns true if the reader waits for memory or for the processing of a frame, so the caller should stop reading
   * from the stream.
   */
  isWaiting(): boolean;
  /**
   * Returns the length of the arriving frame and the time in milliseconds when its first bytes arrived, or `undefined`
   * if no frame is arriving.
   */
  arriving(): { bytes: number; since: number } | undefined;
  /** Returns the reader's reserved memory to the budget. */
  end(): void;
}

interface ReaderOptions {
  /** Maximum length of the first frame in bytes. */
  firstBytes?: number | undefined;
  budget?: FrameBudget | undefined;
  now?: () => number;
  /**
   * Called when the budget has room again, or a frame has been processed. The callback must call `push` with an empty
   * buffer to continue with the bytes that the reader already has.
   */
  onRoom?: () => void;
}

/**
 * Creates a reader that assembles frames from chunks of any length. If `take` returns a promise, which must not reject,
 * the reader keeps the memory of the frame and calls `take` with the next frame once the promise has resolved.
 */
export function createFrameReader(
  take: (frame: Frame) => void | Promise<void>,
  { firstBytes, budget, now = () => 0, onRoom = () => undefined }: ReaderOptions = {},
): FrameReader {
  const head = Buffer.alloc(HEAD_BYTES);
  let headFilled = 0;
  let body: Buffer | undefined;
  let bodyFilled = 0;
  let since = 0;
  let reserved = 0;
  let maxBytes = firstBytes ?? MAX_MESSAGE_BYTES;
  /** Chunks that the reader processes once the budget has room and the current frame is processed. */
  let held: Buffer | undefined;
  let isProcessing = false;
  let isEnded = false;

  const release = (): void => {
    const bytes = reserved;
    reserved = 0;
    if (bytes > 0) budget?.give(bytes);
  };
  const finish = (complete: Buffer): void => {
    const end = head.readUInt32BE(4);
    body = undefined;
    headFilled = 0;
    maxBytes = MAX_MESSAGE_BYTES;
    const frame = {
      link: head.readUInt16BE(2),
      text: complete.subarray(0, end),
      bytes: complete.subarray(end),
    };
    const processed = take(frame);
    if (processed === undefined) return release();
    isProcessing = true;
    void processed.then(() => {
      isProcessing = false;
      release();
      if (!isEnded) onRoom();
    });
  };
  /** Reserves memory for an incomplete frame, and returns whether the budget had room. */
  const reserve = (length: number): boolean => {
    const text = head.readUInt32BE(4);
    const bytes = length - text + text * TEXT_FACTOR;
    if (budget && !budget.take(bytes, onRoom)) return false;
    reserved = budget ? bytes : 0;
    body = Buffer.allocUnsafe(length);
    bodyFilled = 0;
    since = now();
    return true;
  };

  return {
    push(given) {
      const chunk = held ? Buffer.concat([held, given]) : given;
      held = undefined;
      for (let at = 0; at < chunk.length; ) {
        if (isProcessing) {
          held = chunk.subarray(at);
          return;
        }
        if (body) {
          const copied = chunk.copy(body, bodyFilled, at);
          at += copied;
          bodyFilled += copied;
          // The text must begin like JSON, because printed text can look like the head of a large frame.
          if (body[0] !== FIRST_OF_TEXT) throw new FrameError(describeStray(body.subarray(0, bodyFilled)));
          if (bodyFilled === body.length) finish(body);
          continue;
        }
        if (headFilled === 0 && chunk[at] !== MAGIC) throw new FrameError(describeStray(chunk.subarray(at)));
        const copied = chunk.copy(head, headFilled, at);
        at += copied;
        headFilled += copied;
        if (headFilled < HEAD_BYTES) return;
        const length = readLength(head, maxBytes);
        // A frame that is complete in one chunk needs no reserved memory.
        if (length <= chunk.length - at) {
          at += length;
          finish(chunk.subarray(at - length, at));
        } else if (!reserve(length)) {
          // The head is stored with the chunk, because both are read again when the budget has room.
          headFilled = 0;
          held = Buffer.concat([head, chunk.subarray(at)]);
          return;
        }
      }
    },
    isWaiting: () => held !== undefined || isProcessing,
    arriving: () => (body ? { bytes: body.length, since } : undefined),
    end() {
      isEnded = true;
      body = undefined;
      held = undefined;
      // The memory of a frame in processing is released when its processing has ended.
      if (!isProcessing) release();
    },
  };
}

/**
 * Returns the length of the frame that follows a head. @throws FrameError if the bytes are not a head, or if the head
 * announces more than `maxBytes`.
 */
function readLength(head: Buffer, maxBytes: number): number {
  if (head.readUInt16BE(0) !== MAGIC << 8) throw new FrameError(describeStray(head));
  const text = head.readUInt32BE(4);
  if (text === 0) throw new FrameError('a message without JSON text.');
  if (text > MAX_TEXT_BYTES) {
    throw new FrameError(
      `a message with ${text} bytes of JSON text, more than the limit of ${MAX_TEXT_BYTES}.`,
    );
  }
  const length = text + head.readUInt32BE(8);
  if (length > maxBytes)
    throw new FrameError(`a message of ${length} bytes, more than the limit of ${maxBytes}.`);
  return length;
}

function describeStray(bytes: Buffer): string {
  return `bytes that begin with ${JSON.stringify(bytes.toString('utf8', 0, MAX_SHOWN))}.`;
}

/** Message of a decoded frame. */
export interface ReceivedFrame {
  message: Record<string, unknown>;
  parts: readonly Buffer[];
  /** Reason why the message contains only the fields that identify its request or run. */
  problem?: string;
}

/**
 * Parses a frame from an untrusted sender.
 * @throws FrameError if the text is not a JSON object, which no worker sends.
 */
export function decodeFrame({ text, bytes }: Frame): ReceivedFrame {
  const json = text.toString('utf8');
  const excess = findJsonExcess(json, ANSWER_JSON_LIMITS);
  if (excess !== undefined) {
    return { message: readAttribution(json), parts: [], problem: `its text ${excess}` };
  }
  const message = parseOrUndefined(json);
  if (!isJsonObject(message)) {
    throw new FrameError(
      `JSON text that is not an object, but begins with ${JSON.stringify(json.slice(0, MAX_SHOWN))}.`,
    );
  }
  const { parts: lengths = [], ...fields } = message;
  const parts = splitParts(lengths, bytes);
  if (parts !== undefined) return { message: 'parts' in message ? fields : message, parts };
  const { type, id, runId } = message;
  const problem = `the lengths of its parts do not add up to the ${bytes.length} bytes that follow its JSON text`;
  return { message: { type, id, runId }, parts: [], problem };
}

function parseOrUndefined(json: string): unknown {
  try {
    return parseExactJson(json);
  } catch {
    return undefined;
  }
}

/**
 * Splits `bytes` into parts of these lengths. Returns `undefined` unless `bytes` has exactly the sum of the lengths.
 */
export function splitParts(lengths: unknown, bytes: Buffer): Buffer[] | undefined {
  if (!Array.isArray(lengths)) return undefined;
  const parts: Buffer[] = [];
  let at = 0;
  for (const length of lengths as readonly unknown[]) {
    if (typeof length !== 'number' || !Number.isInteger(length) || length < 0) return undefined;
    if (length > bytes.length - at) return undefined;
    at += length;
    parts.push(bytes.subarray(at - length, at));
  }
  return at === bytes.length ? parts : undefined;
}

/** Matches the fields that identify the request or run of a message, which workers write first. */
const ATTRIBUTION = /^\{"type": ?"([\w-]{1,40})", ?"(id|runId)": ?(?:(\d{1,15})|"([^"\\]{1,200})")/;

/**
 * Reads the identifying fields of a message that is too large to parse.
 * @throws FrameError if the message does not begin with these fields.
 */
function readAttribution(json: string): Record<string, unknown> {
  const [, type, field, id, runId] = ATTRIBUTION.exec(json.slice(0, 300)) ?? [];
  if (type === undefined || field === undefined) {
    throw new FrameError('JSON text that is too large, and does not begin with a message type and ID.');
  }
  return { type, [field]: id === undefined ? runId : Number(id) };
}
