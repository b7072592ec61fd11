import { types } from 'node:util';
import { stringifyExactJson, tryParseExactJson } from '../../../contract/exact-json.ts';
import { ANSWER_JSON_LIMITS, findJsonExcess, isJsonObject } from '../../../contract/json-safety.ts';
import { errorMessage } from '../../../os/errors.ts';

// How commands and reports (`commands.ts`, `reports.ts`) are written where no IPC channel of Node leads. A frame is the length of
// its JSON text and the length of its bytes (unsigned 32-bit integers, big-endian), that text in UTF-8, and those bytes. In the
// JSON a number, the length, stands in the place of each byte value; the bytes follow one another in the order in which the
// numbers stand in the text.

const HEAD_BYTES = 8;
/** The text of each frame is a JSON object, written without a space in front. */
const FIRST_BYTE = '{'.charCodeAt(0);
/** The maximum size of a message: a worker that announces more is ended, so it must refuse to send it. */
export const MAX_FRAME_BYTES = 256 * 1024 * 1024;

const NO_OBJECT = 'a message whose text is no JSON object.';

/** What arrived is no frame, so that nothing after it can be read either. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

interface Frame {
  text: Buffer;
  bytes: Buffer;
}

/**
 * Puts frames together from chunks, however they are cut; `push` calls `take` for each complete one.
 * `push` throws FrameError when a frame would be larger than the limit, or begins with no JSON object: what an agent writes to the
 * channel would otherwise be taken for a length, and the worker's reports for the rest of a large message.
 */
export function createFrameDecoder(
  take: (frame: Frame) => void,
  maxBytes = MAX_FRAME_BYTES,
): { push(chunk: Buffer): void } {
  const head = Buffer.alloc(HEAD_BYTES);
  let headFilled = 0;
  /** The frame that is arriving, without its head. */
  let body: Buffer | undefined;
  let bodyFilled = 0;

  const finish = (complete: Buffer) => {
    const textLength = head.readUInt32BE(0);
    body = undefined;
    headFilled = 0;
    take({ text: complete.subarray(0, textLength), bytes: complete.subarray(textLength) });
  };

  return {
    push(chunk) {
      for (let at = 0; at < chunk.length; ) {
        if (body) {
          const copied = chunk.copy(body, bodyFilled, at);
          at += copied;
          bodyFilled += copied;
          if (body[0] !== FIRST_BYTE) throw new FrameError(NO_OBJECT);
          if (bodyFilled === body.length) finish(body);
          continue;
        }
        const copied = chunk.copy(head, headFilled, at);
        at += copied;
        headFilled += copied;
        if (headFilled < HEAD_BYTES) return;
        const length = head.readUInt32BE(0) + head.readUInt32BE(4);
        if (length > maxBytes) {
          throw new FrameError(`a message of ${length} bytes, more than the ${maxBytes} there may be.`);
        }
        // Most frames arrive whole. For the others memory is reserved, which costs nothing before it is filled.
        if (length <= chunk.length - at) {
          at += length;
          finish(chunk.subarray(at - length, at));
        } else {
          if (head.readUInt32BE(0) === 0) throw new FrameError(NO_OBJECT);
          body = Buffer.allocUnsafe(length);
          bodyFilled = 0;
        }
      }
    },
  };
}

/** The frame in the parts of one message, as a socket gives it. @throws FrameError when it is none. */
export function readFrame(message: Buffer): Frame {
  if (message.length < HEAD_BYTES) throw new FrameError(`a message of ${message.length} bytes.`);
  const textLength = message.readUInt32BE(0);
  const end = HEAD_BYTES + textLength + message.readUInt32BE(4);
  if (end !== message.length) {
    throw new FrameError(`a message of ${message.length} bytes that announces ${end}.`);
  }
  const body = message.subarray(HEAD_BYTES);
  return { text: body.subarray(0, textLength), bytes: body.subarray(textLength) };
}

/** The parts of the frame of a command or a report, in order. @throws TypeError for what JSON cannot hold. */
export function encodeFrame(message: object): Uint8Array[] {
  const blobs: Uint8Array[] = [];
  const withLengths = mapBytes(message, (bytes) => {
    if (!types.isUint8Array(bytes)) return bytes;
    blobs.push(bytes);
    return bytes.length;
  });
  const text = Buffer.from(stringifyExactJson(withLengths));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(text.length, 0);
  head.writeUInt32BE(
    blobs.reduce((sum, { length }) => sum + length, 0),
    4,
  );
  return [head, text, ...blobs];
}

/**
 * The message of a frame, its bytes put in their places. A problem says why it is incomplete; the fields by which the
 * message is attributed are kept.
 * @throws FrameError when the text is no JSON object: then something else than a worker wrote it.
 */
export function decodeFrame({ text, bytes }: Frame): { message: Record<string, unknown>; problem?: string } {
  const json = text.toString('utf8');
  const excess = findJsonExcess(json, ANSWER_JSON_LIMITS);
  if (excess !== undefined) {
    return { message: readAttribution(json), problem: `its text ${excess}` };
  }
  const message = tryParseExactJson(json);
  if (!isJsonObject(message)) {
    throw new FrameError(`its text is no JSON object, but begins with ${JSON.stringify(json.slice(0, 80))}.`);
  }
  const { type, id, runId } = message;
  try {
    return { message: insertBytes(message, bytes) };
  } catch (failure) {
    if (!(failure instanceof RangeError)) throw failure;
    return { message: { type, id, runId }, problem: errorMessage(failure) };
  }
}

/** The fields by which a message is attributed, as workers write them: at its beginning. */
const ATTRIBUTION = /^\{"type": ?"([\w-]{1,40})", ?"(id|runId)": ?(?:(\d{1,15})|"([^"\\]{1,200})")/;

/**
 * Reads how a message begins that is too large to be parsed.
 * @throws FrameError when it begins with anything else.
 */
function readAttribution(json: string): Record<string, unknown> {
  const [, type, field, id, runId] = ATTRIBUTION.exec(json.slice(0, 300)) ?? [];
  if (type === undefined || field === undefined) {
    throw new FrameError('its text is too large, and does not begin with its type and its number.');
  }
  return { type, [field]: id === undefined ? runId : Number(id) };
}

/** @throws RangeError when the lengths in the message are not those of the bytes. */
function insertBytes(message: Record<string, unknown>, bytes: Buffer): Record<string, unknown> {
  let position = 0;
  const complete = mapBytes(message, (length, name) => {
    const left = bytes.length - position;
    if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || length > left) {
      throw new RangeError(`${name} is to be the length of its bytes, ${left} of which are left`);
    }
    position += length;
    return bytes.subarray(position - length, position);
  });
  if (position !== bytes.length) {
    throw new RangeError(`it has ${bytes.length - position} bytes more than its lengths add up to`);
  }
  return complete;
}

/** Changes one value, in a place of bytes, which has the name of its field. */
type ChangeBytes = (value: unknown, name: string) => unknown;
/** A copy of a value with its bytes changed, in the order of its fields. */
type MapBytes = (value: unknown, change: ChangeBytes) => unknown;

/** An object, of which these fields hold bytes, or values with bytes. */
const object =
  (fields: Readonly<Record<string, MapBytes>>): MapBytes =>
  (value, change) =>
    isJsonObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, field]) => [
            name,
            Object.hasOwn(fields, name)
              ? fields[name]?.(field, (one, within) => change(one, within || name))
              : field,
          ]),
        )
      : value;
const each =
  (item: MapBytes): MapBytes =>
  (value, change) =>
    Array.isArray(value) ? value.map((one) => item(one, change)) : value;
const bytes: MapBytes = (value, change) => change(value, '');

const CHECKPOINT = object({ checkpoint: bytes, metadata: bytes });
const WRITE = object({ value: bytes });
const WITH_BODY = object({ bytes });

/** Where messages hold bytes, by their type. */
const PLACES: Readonly<Record<string, MapBytes>> = {
  'app-body': WITH_BODY,
  'app-chunk': WITH_BODY,
  'app-pass': WITH_BODY,
  'api-request': WITH_BODY,
  'api-chunk': WITH_BODY,
  'store-call': object({ call: object({ row: CHECKPOINT, rows: each(WRITE) }) }),
  'store-answer': object({
    answer: object({ found: each(object({ checkpoint: CHECKPOINT, writes: each(WRITE) })) }),
  }),
  answer: object({ answer: object({ checkpoints: each(CHECKPOINT), writes: each(WRITE) }) }),
};

function mapBytes<T extends object>(message: T, change: ChangeBytes): T {
  const type: unknown = Reflect.get(message, 'type');
  const place = typeof type === 'string' && Object.hasOwn(PLACES, type) ? PLACES[type] : undefined;
  return place === undefined ? message : (place(message, change) as T);
}
