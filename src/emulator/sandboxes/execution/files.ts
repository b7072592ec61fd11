import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { toError, errorMessage } from '../../../os/errors.ts';
import { type Box, BoxFileError, type BoxFileErrorCode } from '../../../box/box.ts';
import { HttpError } from '../../server/http-error.ts';
import { refusal } from '../refusal.ts';

const TYPE = 'application/octet-stream';
/** Content of an empty body, written explicitly, so that the check of responses recognizes a body. */
const NOTHING = Buffer.alloc(0);

/**
 * Sends a file of a box, or its requested range (RFC 9110, section 14). For HEAD, sends only the headers of the file.
 */
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
      // A Range header does not apply to HEAD.
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
      detail: {
        error: 'ReadError',
        message: `The file has ${size} bytes, and the requested range is outside of them.`,
      },
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

/** Range of bytes, where both ends are inclusive, as in RFC 9110. */
interface ByteRange {
  start: number;
  end: number;
}

/** Part of a file that a response contains. */
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
 * Evaluates the conditions of a request (RFC 9110, sections 13 and 14). A request for several ranges or an invalid
 * range selects the whole file, as the standard allows. `modifiedAt` is rounded to seconds.
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
 * Yields the bytes of an uploaded file as they arrive, from the form field `file` or the whole body.
 * @throws HttpError 415 if the content type is not supported.
 */
export function uploadedFile(
  { 'content-type': type = '' }: Pick<IncomingHttpHeaders, 'content-type'>,
  body: AsyncIterable<Buffer>,
): AsyncIterable<Uint8Array> {
  if (/^multipart\/form-data\s*(;|$)/i.test(type)) return formField(type, body);
  if (type === '' || /^application\/octet-stream\s*(;|$)/i.test(type)) return body;
  throw new HttpError(
    415,
    'Send the file as multipart/form-data in the field `file`, or as application/octet-stream.',
  );
}

/** Yields the bytes of the form field `file` as they arrive, and skips all other fields. */
async function* formField(type: string, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const field = new PassThrough();
  const refuse = (problem: string, cause?: unknown) =>
    field.destroy(refusal(400, 'WriteError', problem, { cause }));
  const stop = new AbortController();
  let isFound = false;
  const form = formParser(type);
  form.on('file', (name, part) => {
    // An error of the part is ignored, because the form reports the same error.
    part.on('error', () => undefined);
    if (name === FIELD && !isFound) {
      isFound = true;
      part.pipe(field);
    } else part.resume();
  });
  form.on('error', (error) => refuse(`The form is malformed: ${errorMessage(error)}.`, error));
  form.on('finish', () => {
    if (!isFound) refuse(`The form has no field \`${FIELD}\`.`);
  });
  pipeline(body, form, { signal: stop.signal }).catch((error: unknown) => {
    field.destroy(toError(error));
  });
  try {
    yield* field;
  } finally {
    stop.abort();
  }
}

/** Creates a form parser that streams every part, for files of any size. */
function formParser(type: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type }, isPartAFile: () => true });
  } catch (cause) {
    throw refusal(400, 'WriteError', `The form cannot be read: ${errorMessage(cause)}.`, { cause });
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

/** Converts a `BoxFileError` to the response for a failed read or write, and returns any other error unchanged. */
export function toFileRefusal(error: unknown, kind: 'ReadError' | 'WriteError'): unknown {
  if (!(error instanceof BoxFileError)) return error;
  const [status, name] = REFUSALS[error.code];
  return refusal(status, name ?? kind, error.message, { cause: error });
}
