import type { IncomingHttpHeaders } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type * as z from 'zod';
import { createPacer, type Pacer } from '../../clients/pacer.ts';
import { toValidationErrors } from '../../contract/errors.ts';
import { parseExactJsonPaced } from '../../contract/exact-json.ts';
import { ANSWER_JSON_LIMITS, JSON_LIMITS, JsonCounter, protoKeyError } from '../../contract/json-safety.ts';
import { HttpError, invalidField } from './http-error.ts';

/** One part of a form, after it was received completely. */
export interface MultipartPart {
  name: string;
  /** Media type in lower case, without parameters. */
  type: string;
  data: Buffer;
}

export interface MultipartLimits {
  /** Maximum number of bytes after decompression. */
  bytes: number;
  parts: number;
}

/** True if this version of Node can decompress zstd, which requires Node 22.15 or later. */
export const HAS_ZSTD = typeof zlib.createZstdDecompress === 'function';
/** Maximum time to receive a form, in milliseconds. */
const ARRIVAL_MS = 5 * 60_000;
/** Maximum number of headers of one part. Clients send far fewer headers. */
const HEADER_PAIRS_MAX = 20;

/**
 * Reads a form of the type `multipart/form-data`, which can be compressed with gzip or zstd. Parts are returned in the
 * order of the form.
 * @throws HttpError 400 for a malformed form, 413 above the limits, 415 for another type or compression.
 */
export async function readMultipart(
  headers: IncomingHttpHeaders,
  body: AsyncIterable<Buffer>,
  { limits, signal }: { limits: MultipartLimits; signal: AbortSignal },
): Promise<MultipartPart[]> {
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new HttpError(415, `Unsupported content type ${type || '(none)'}: send multipart/form-data.`);
  }
  const decoder = createDecoder(headers['content-encoding']);
  const form = createForm(type, limits.parts);
  const parts: MultipartPart[] = [];
  const tooMany = new HttpError(413, `The form has more than ${limits.parts.toLocaleString('en')} parts.`);
  form.on('file', (name: string, stream: Readable, _file: string, _encoding: string, mime: string) => {
    const part: MultipartPart = { name, type: mime, data: Buffer.alloc(0) };
    parts.push(part);
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    // The error of the part is ignored, because the form reports the same error.
    stream.on('error', () => undefined);
    stream.on('end', () => {
      part.data = Buffer.concat(chunks);
    });
  });
  form.on('partsLimit', () => form.destroy(tooMany));
  const stages = [limitBytes(limits.bytes), ...decoder, limitBytes(limits.bytes)];
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(ARRIVAL_MS)]);
  try {
    // The first limit counts bytes before decompression, so a large body that decompresses to nothing is refused too.
    await pipeline([Readable.from(body, { objectMode: false }), ...stages, form], { signal: deadline });
  } catch (error) {
    if (error instanceof HttpError || signal.aborted) throw error;
    if (deadline.aborted) throw new HttpError(408, 'The form did not arrive in time.', { cause: error });
    throw new HttpError(400, 'The form is malformed, incomplete, or compressed in another way.', {
      cause: error,
    });
  }
  return parts;
}

/** Returns the stages that decompress the body, or an empty list if the body is not compressed. */
function createDecoder(encoding: string | undefined): Transform[] {
  switch ((encoding ?? 'identity').trim().toLowerCase()) {
    case 'identity':
      return [];
    case 'gzip':
      return [zlib.createGunzip()];
    case 'zstd':
      if (HAS_ZSTD) return [zlib.createZstdDecompress()];
      break;
    default:
  }
  const known = ['gzip', ...(HAS_ZSTD ? ['zstd'] : [])].join(' or ');
  throw new HttpError(415, `Unsupported content encoding: send ${known}, or no compression.`);
}

/** Creates a stream that passes bytes on up to the limit, and fails with 413 above the limit. */
function limitBytes(limit: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) done(new HttpError(413, `The form is larger than ${limit} bytes.`));
      else done(null, chunk);
    },
  });
}

/** Creates a parser that treats every part as a file, so no part is truncated. */
function createForm(type: string, parts: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      isPartAFile: () => true,
      limits: { parts, headerPairs: HEADER_PAIRS_MAX },
    });
  } catch (cause) {
    throw new HttpError(400, 'The content type of the form has no valid boundary.', { cause });
  }
}

/** Parses the JSON in a form's parts, with one size limit for all parts. Other requests run between parts. */
export class PartReader {
  readonly #counter = new JsonCounter(ANSWER_JSON_LIMITS);
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #pacer: Pacer;

  constructor(signal: AbortSignal) {
    this.#pacer = createPacer(signal);
  }

  /** Lets other requests run if the request with this form has run for a long time. */
  async pause(): Promise<void> {
    if (this.#pacer.isDue) await this.#pacer.pause();
  }

  /**
   * Parses the JSON of a part and validates it against a schema.
   * @throws HttpError 413 for too much JSON; 422 with the part's name for invalid JSON.
   */
  async json<T extends z.ZodType>(part: MultipartPart, schema: T): Promise<z.infer<T>> {
    const text = this.#decode(part);
    const excess = new JsonCounter(JSON_LIMITS).add(text) ?? this.#counter.add(text);
    if (excess !== undefined) {
      throw new HttpError(excess.limit === 'levels' ? 400 : 413, `The form ${excess.phrase}.`);
    }
    let value: unknown;
    try {
      value = await parseExactJsonPaced(text, () => this.pause());
    } catch (cause) {
      throw invalidPart(part, 'The part is not valid JSON.', cause);
    }
    const parsed = parseField(schema, value, [part.name]);
    await this.pause();
    return parsed;
  }

  /** Returns the value of a part that can contain JSON or plain text, such as the field `error` of a run. */
  text(part: MultipartPart): string {
    return this.#decode(part);
  }

  #decode(part: MultipartPart): string {
    try {
      return this.#decoder.decode(part.data);
    } catch (cause) {
      throw invalidPart(part, 'The part is not UTF-8 text.', cause);
    }
  }
}

function invalidPart(part: MultipartPart, message: string, cause: unknown): HttpError {
  const { detail } = invalidField(['body', part.name], message, 'json_invalid');
  return new HttpError(422, detail, { cause });
}

/** Parses a value in the body with a schema. @throws HttpError 422 that contains the name of the field. */
function parseField<T extends z.ZodType>(
  schema: T,
  value: unknown,
  loc: readonly (string | number)[],
): z.infer<T> {
  const result = schema.safeParse(value);
  const within = (error: { loc: (string | number)[]; msg: string; type: string }) => ({
    ...error,
    loc: ['body', ...loc, ...error.loc.slice(1)],
  });
  if (!result.success) throw new HttpError(422, toValidationErrors(result.error, 'body', value).map(within));
  const lost = protoKeyError(value, result.data, 'body');
  if (lost !== undefined) throw new HttpError(422, [within(lost)]);
  return result.data;
}
