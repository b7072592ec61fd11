import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Box, BoxFileError, type BoxFileErrorCode } from '../../../box/box.ts';
import { HttpError } from '../../server/http-error.ts';
import { refusal } from '../refusal.ts';

const TYPE = 'application/octet-stream';
/** Ends an empty body with a write, so that the response check sees a body. */
const NOTHING = Buffer.alloc(0);

/** Sends a file of a box, or the requested range of it (RFC 9110, section 14); for HEAD only the headers. */
export async function sendFile(
  box: Box,
  path: string,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
): Promise<void> {
  const { size, modifiedAt, data } = await box.readFile(path, null).catch((error: unknown) => {
    throw toFileRefusal(error, 'ReadError');
  });
  const etag = `"${size.toString(16)}-${Math.trunc(modifiedAt.getTime()).toString(16)}"`;
  const known = {
    etag,
    'last-modified': modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': 'no-cache',
  };
  const isHead = response.req.method === 'HEAD';
  const selection = selectBytes(
    {
      // A range has no meaning for HEAD.
      range: isHead ? undefined : headers.range,
      ifRange: single(headers['if-range']),
      ifNoneMatch: headers['if-none-match'],
    },
    { size, etag, modifiedAt },
  );
  if (selection.kind === 'unchanged') {
    response.writeHead(304, known).end();
    return;
  }
  if (selection.kind === 'unsatisfiable') {
    const body = JSON.stringify({
      detail: { error: 'ReadError', message: `The file has ${size} bytes: nothing of it is in this range.` },
    });
    response.writeHead(416, {
      ...known,
      'content-type': 'application/json',
      'content-range': `bytes */${size}`,
    });
    response.end(body);
    return;
  }
  const whole = selection.kind === 'whole';
  const [start, end] = whole ? [0, size - 1] : [selection.range.start, selection.range.end];
  response.writeHead(whole ? 200 : 206, {
    ...known,
    'content-type': TYPE,
    'content-length': end - start + 1,
    ...(whole ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
  });
  if (isHead || size === 0) {
    response.end(NOTHING);
    return;
  }
  const bytes = whole ? data : (await box.readFile(path, { start, end: end + 1 })).data;
  await pipeline(Readable.from(bytes), response);
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Bytes of a file: both ends are included, as in RFC 9110. */
interface ByteRange {
  start: number;
  end: number;
}

/** Which part of a file a response has. */
type Selection =
  | { kind: 'whole' }
  | { kind: 'part'; range: ByteRange }
  | { kind: 'unchanged' }
  | { kind: 'unsatisfiable' };

interface FileConditions {
  range?: string | undefined;
  ifRange?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/**
 * Evaluates the conditions of a request (RFC 9110, sections 13 and 14). Several ranges, or an invalid one, select the
 * whole file, as the standard allows. `modifiedAt`: to the second.
 */
function selectBytes(
  { range, ifRange, ifNoneMatch }: FileConditions,
  { size, etag, modifiedAt }: { size: number; etag: string; modifiedAt: Date },
): Selection {
  if (ifNoneMatch !== undefined && matchesAny(ifNoneMatch, etag)) return { kind: 'unchanged' };
  if (range === undefined) return { kind: 'whole' };
  if (ifRange !== undefined && ifRange !== etag && ifRange !== modifiedAt.toUTCString()) {
    return { kind: 'whole' };
  }
  const found = /^bytes=(\d*)-(\d*)$/.exec(range.trim());
  if (found === null || (found[1] === '' && found[2] === '')) return { kind: 'whole' };
  const [, first = '', last = ''] = found;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? { kind: 'unsatisfiable' } : part(size - count, size - 1);
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  return start >= size ? { kind: 'unsatisfiable' } : part(start, end);
}

function part(start: number, end: number): Selection {
  return { kind: 'part', range: { start, end } };
}

function matchesAny(header: string, etag: string): boolean {
  return header.split(',').some((one) => {
    const tag = one.trim();
    return tag === '*' || tag === etag || tag === `W/${etag}`;
  });
}

const FIELD = 'file';

/**
 * The bytes of an uploaded file, as they arrive: the field `file` of a form, or the body itself.
 * @throws HttpError 415 for a body of another type.
 */
export function uploadedFile(
  { 'content-type': type = '' }: Pick<IncomingHttpHeaders, 'content-type'>,
  body: AsyncIterable<Buffer>,
): AsyncIterable<Uint8Array> {
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    if (type === '' || /^application\/octet-stream\s*(;|$)/i.test(type)) return body;
    throw new HttpError(
      415,
      'Send the file as multipart/form-data in the field `file`, or as application/octet-stream.',
    );
  }
  const boundary = parseBoundary(type);
  if (boundary === undefined) throw refusal(400, 'WriteError', 'The type of the form names no boundary.');
  return refusing(readField(body, boundary, FIELD));
}

/** The same bytes; turns the error of a malformed form into a refusal. */
async function* refusing(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    throw refusal(400, 'WriteError', error.message, { cause: error });
  }
}

/** The form is malformed, or lacks the field; the message says which. */
class FormError extends Error {
  override readonly name = 'FormError';
}

const HEADERS_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
const MAX_HEADER_BYTES = 16 * 1024;

/** The boundary in a multipart content type; undefined when there is none, or an invalid one (RFC 2046, section 5.1.1). */
function parseBoundary(contentType: string): string | undefined {
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  return found?.[1] ?? found?.[2];
}

/**
 * The bytes of one field of a form (RFC 7578) as they arrive; fields before it are skipped, and what follows it is not
 * read. Only the possible beginning of a boundary is buffered, so that a file may have any size.
 * @throws FormError when the form ends before the field does, or has no such field.
 */
async function* readField(
  body: AsyncIterable<Buffer>,
  boundary: string,
  field: string,
): AsyncGenerator<Buffer> {
  const bytes = new Reader(body);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // No line precedes the first boundary.
  bytes.unread(LINE_END);
  for await (const _ of bytes.until(delimiter)) {
    // The preamble has no meaning.
  }
  while (!(await isLast(bytes))) {
    const headers = await bytes.header();
    const part = bytes.until(delimiter);
    if (nameOf(headers) === field) {
      yield* part;
      return;
    }
    for await (const _ of part) {
      // Another field.
    }
  }
  throw new FormError(`The form has no field \`${field}\`.`);
}

/** After a boundary comes either the end of the form or the end of the line. */
async function isLast(bytes: Reader): Promise<boolean> {
  const next = await bytes.take(2);
  if (next.toString('latin1') === '--') return true;
  if (next.equals(LINE_END)) {
    // The same line break starts the blank line that ends the headers of a part without any.
    bytes.unread(LINE_END);
    return false;
  }
  throw new FormError('The form is not well-formed: something stands behind a boundary.');
}

function nameOf(headers: string): string | undefined {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(headers)?.[1] ?? '';
  return /(?:^|;)\s*name="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1];
}

class Reader {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(body: AsyncIterable<Buffer>) {
    this.#source = body[Symbol.asyncIterator]();
  }

  unread(bytes: Buffer): void {
    this.#held = Buffer.concat([bytes, this.#held]);
  }

  async take(count: number): Promise<Buffer> {
    while (this.#held.length < count) await this.#more();
    return this.#cut(count);
  }

  /** Takes everything up to the blank line, and that line. */
  async header(): Promise<string> {
    for (;;) {
      const at = this.#held.indexOf(HEADERS_END);
      if (at !== -1) return this.#cut(at + HEADERS_END.length).toString('utf8');
      if (this.#held.length > MAX_HEADER_BYTES) throw new FormError('The headers of a field are too large.');
      await this.#more();
    }
  }

  /** Takes everything up to the delimiter, and the delimiter. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(delimiter);
      if (at !== -1) {
        if (at > 0) yield this.#cut(at);
        this.#cut(delimiter.length);
        return;
      }
      const certain = this.#held.length - delimiter.length + 1;
      if (certain > 0) yield this.#cut(certain);
      await this.#more();
    }
  }

  #cut(count: number): Buffer {
    const part = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return part;
  }

  async #more(): Promise<void> {
    const next = await this.#source.next();
    if (next.done === true) throw new FormError('The form ends before it is complete.');
    this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value]);
  }
}

const REFUSALS: Record<BoxFileErrorCode, [status: number, error: string | undefined]> = {
  'not-found': [404, 'FileNotFound'],
  'not-a-file': [400, undefined],
  denied: [403, 'PermissionDenied'],
  outside: [403, 'PermissionDenied'],
  'invalid-path': [400, undefined],
  'no-space': [507, undefined],
  changed: [409, undefined],
  'box-ended': [503, 'ServiceUnavailable'],
  other: [400, undefined],
};

/** The refusal for a file that could not be read or written; any other error is returned unchanged. */
export function toFileRefusal(error: unknown, kind: 'ReadError' | 'WriteError'): unknown {
  if (!(error instanceof BoxFileError)) return error;
  const [status, name] = REFUSALS[error.code];
  return refusal(status, name ?? kind, error.message, { cause: error });
}
