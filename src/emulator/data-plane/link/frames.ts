import { parseExactJson, stringifyExactJson } from '../../../contract/exact-json.ts';
import { ANSWER_JSON_LIMITS, findJsonExcess, isJsonObject } from '../../../contract/json-safety.ts';

// The encoding of messages on a link, over any stream of bytes. A frame consists of a head of 12 bytes, a text, and
// parts. The head holds the byte 0xA1, a zero, the number of the link (u16), the length of the text and the total
// length of the parts (u32 each), all big-endian. The text is a JSON object in UTF-8; its field `parts` lists the
// length of each part. Each byte string of a message is a part, and the message holds the index of the part.
// `__tests__/emulator/data-plane/link/frames.json` has examples that both languages read.

const HEAD_BYTES = 12;
/**
 * The first byte of a frame. Neither JSON nor UTF-8 text begins with this byte, so the reader notices text that was
 * printed to the stream.
 */
const MAGIC = 0xa1;
/** First character of a text: each text is a JSON object without a space in front. */
const FIRST_OF_TEXT = '{'.charCodeAt(0);
/** Maximum length of a text, in bytes. A parsed text takes many times the memory of its bytes. */
export const MAX_TEXT_BYTES = 64 * 1024 * 1024;
/** Maximum length of a text together with its parts, in bytes. */
export const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
/** Maximum number of bytes of printed text that an error shows. */
const MAX_SHOWN = 80;

/** The stream holds bytes that are not a frame. Nothing after them can be read either. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

/** The sender refuses to send a message that is too large, because the other end would cut the link. */
export class MessageTooLargeError extends Error {
  override readonly name = 'MessageTooLargeError';
}

/** A frame whose text is not parsed yet. */
export interface Frame {
  link: number;
  text: Buffer;
  /** All parts, concatenated. */
  bytes: Buffer;
}

/** The byte strings of a message. The message refers to each by its index. */
export type FrameParts = readonly Uint8Array[];

/**
 * Encodes a message as chunks to be written in order.
 * @throws TypeError for what JSON cannot hold, MessageTooLargeError above a limit.
 */
export function encodeFrame(message: object, parts: FrameParts = [], link = 0): Uint8Array[] {
  const lengths = parts.map(({ length }) => length);
  const text = Buffer.from(stringifyExactJson(parts.length > 0 ? { ...message, parts: lengths } : message));
  const bytes = lengths.reduce((sum, length) => sum + length, 0);
  if (text.length > MAX_TEXT_BYTES) refuse(text.length, 'the JSON of one message', MAX_TEXT_BYTES);
  if (text.length + bytes > MAX_MESSAGE_BYTES) refuse(text.length + bytes, 'one message', MAX_MESSAGE_BYTES);
  return [headOf(link, text.length, bytes), text, ...parts];
}

/** Returns the chunks of the same frame under another link number. Neither the text nor the parts are parsed. */
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

/** The memory for frames that are arriving, shared by several streams. */
export interface FrameBudget {
  /** Takes memory for a frame. Returns false if too little is free, and then calls `onRoom` later. */
  take(bytes: number, onRoom: () => void): boolean;
  give(bytes: number): void;
}

/** The bytes of a text are multiplied by this number, because a parsed text takes that much memory. */
const TEXT_FACTOR = 8;

/** Creates a budget of `maxBytes`. A single frame may exceed the budget while no other frame is arriving. */
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
   * Takes a chunk, and calls `take` for each frame that the chunk completes.
   * @throws FrameError when the stream holds something else, or a frame above a limit.
   */
  push(chunk: Buffer): void;
  /**
   * Returns whether the reader holds chunks back until the budget has room. The caller should then pause the stream.
   */
  isWaiting(): boolean;
  /** Returns the length of the frame that is arriving, and the time at which it began to arrive. */
  arriving(): { bytes: number; since: number } | undefined;
  /** Returns the reader's memory to the budget. */
  end(): void;
}

interface ReaderOptions {
  /** Maximum length of the first frame, in bytes. */
  firstBytes?: number | undefined;
  budget?: FrameBudget | undefined;
  /** Returns a time in milliseconds. */
  now?: () => number;
  /** Called when a waiting reader may continue. The caller then pushes an empty chunk. */
  onRoom?: () => void;
}

/** Creates a reader that assembles frames from chunks, independent of where the stream was cut. */
export function createFrameReader(
  take: (frame: Frame) => void,
  { firstBytes, budget, now = () => 0, onRoom = () => undefined }: ReaderOptions = {},
): FrameReader {
  const head = Buffer.alloc(HEAD_BYTES);
  let headFilled = 0;
  /** The text and the parts of the frame that is arriving. */
  let body: Buffer | undefined;
  let bodyFilled = 0;
  let since = 0;
  let reserved = 0;
  let maxBytes = firstBytes ?? MAX_MESSAGE_BYTES;
  /** Chunks that wait for the budget. */
  let held: Buffer | undefined;

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
    take({ link: head.readUInt16BE(2), text: complete.subarray(0, end), bytes: complete.subarray(end) });
    release();
  };
  /** Reserves memory for a frame that has not arrived whole. Returns whether the budget has room. */
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
        if (body) {
          const copied = chunk.copy(body, bodyFilled, at);
          at += copied;
          bodyFilled += copied;
          // Printed bytes in front of a frame may look like a head, and the next frame would then look like the rest
          // of a large message.
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
        // Most frames arrive whole. The reader reserves memory only for the others. The reserved memory costs nothing
        // before it is filled.
        if (length <= chunk.length - at) {
          at += length;
          finish(chunk.subarray(at - length, at));
        } else if (!reserve(length)) {
          // The head is read again when the budget has room.
          headFilled = 0;
          held = Buffer.concat([head, chunk.subarray(at)]);
          return;
        }
      }
    },
    isWaiting: () => held !== undefined,
    arriving: () => (body ? { bytes: body.length, since } : undefined),
    end() {
      body = undefined;
      held = undefined;
      release();
    },
  };
}

/**
 * Returns the length of the frame that follows a head. @throws FrameError when the bytes are not a head, or announce
 * more than `maxBytes`.
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

/** A message after its frame was decoded. */
export interface ReceivedFrame {
  message: Record<string, unknown>;
  parts: readonly Buffer[];
  /**
   * The reason why the message is incomplete. An incomplete message has only the fields that tell which request or
   * run it belongs to.
   */
  problem?: string;
}

/**
 * Parses a frame from an end that is not trusted.
 * @throws FrameError when the text is not a JSON object. Something other than a worker then wrote the frame.
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

/** Splits `bytes` into parts of these lengths. Returns `undefined` unless the lengths add up to the bytes. */
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

/** Matches the fields that tell which request or run a message belongs to. Workers write these fields first. */
const ATTRIBUTION = /^\{"type": ?"([\w-]{1,40})", ?"(id|runId)": ?(?:(\d{1,15})|"([^"\\]{1,200})")/;

/**
 * Reads the beginning of a message that is too large to be parsed.
 * @throws FrameError when the message begins with anything other than the fields of `ATTRIBUTION`.
 */
function readAttribution(json: string): Record<string, unknown> {
  const [, type, field, id, runId] = ATTRIBUTION.exec(json.slice(0, 300)) ?? [];
  if (type === undefined || field === undefined) {
    throw new FrameError('JSON text that is too large, and does not begin with a message type and ID.');
  }
  return { type, [field]: id === undefined ? runId : Number(id) };
}
