import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type * as z from 'zod';
import { createPacer, type Pacer } from '../../../clients/pacer.ts';
import {
  type ExportTraceRequest,
  ExportTraceRequest as RequestSchema,
  OtlpSpan,
  SPANS_MAX_BYTES,
  SPANS_PER_REQUEST_MAX,
} from '../../../contract/otlp.ts';
import { toValidationErrors } from '../../../contract/errors.ts';
import { ANSWER_JSON_LIMITS } from '../../../contract/json-safety.ts';
import { HttpError } from '../../server/http-error.ts';
import { parseJsonBody } from '../../server/request.ts';
import type { OtlpProtobuf } from './protobuf.ts';
import { type Span, toSpan } from './span.ts';

/** OTLP encodings over HTTP. */
export type Encoding = 'protobuf' | 'json';

const unzip = promisify(gunzip);

/** Returns the encoding of a request. @throws HttpError 415 for another content type. */
export function encodingOf(contentType: string | undefined): Encoding {
  const media = (contentType?.split(';')[0] ?? '').trim().toLowerCase();
  if (media === 'application/x-protobuf') return 'protobuf';
  if (media === 'application/json') return 'json';
  throw new HttpError(
    415,
    `Unsupported content type ${media || '(none)'}: send application/x-protobuf or application/json.`,
  );
}

/**
 * Decompresses the body of a request.
 * @throws HttpError 400 for a damaged body, 413 for a body that is too large, 415 for another compression.
 */
export async function decompress(body: Buffer, contentEncoding: string | undefined): Promise<Buffer> {
  const encoding = (contentEncoding ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return body;
  if (encoding !== 'gzip') {
    throw new HttpError(415, 'Unsupported content encoding: send gzip, or no compression.');
  }
  try {
    return await unzip(body, { maxOutputLength: SPANS_MAX_BYTES });
  } catch (cause) {
    if (cause instanceof RangeError) {
      throw new HttpError(413, `The decompressed body is larger than ${SPANS_MAX_BYTES} bytes.`, { cause });
    }
    throw new HttpError(400, 'The body is not valid gzip.', { cause });
  }
}

/**
 * Reads the spans of a request. Other work runs between spans, because a request can contain many spans.
 * @throws HttpError 400 for a malformed request, 413 for too many spans.
 */
export async function readSpans(
  body: Buffer,
  encoding: Encoding,
  loadProtobuf: () => Promise<OtlpProtobuf>,
): Promise<Span[]> {
  const pacer = createPacer();
  return encoding === 'json' ? readJson(body, pacer) : readProtobuf(body, await loadProtobuf(), pacer);
}

async function readJson(body: Buffer, pacer: Pacer): Promise<Span[]> {
  const value = parseJson(body);
  const { resourceSpans } = check(RequestSchema.safeParse(value), value);
  const spans: Span[] = [];
  for (const span of (resourceSpans ?? []).flatMap(spansOf)) {
    if (spans.length === SPANS_PER_REQUEST_MAX) throw tooMany();
    spans.push(toSpan(span));
    if (pacer.isDue) await pacer.pause();
  }
  return spans;
}

const spansOf = ({ scopeSpans }: NonNullable<ExportTraceRequest['resourceSpans']>[number]): OtlpSpan[] =>
  (scopeSpans ?? []).flatMap(({ spans }) => spans ?? []);

function parseJson(body: Buffer): unknown {
  try {
    return parseJsonBody(body, ANSWER_JSON_LIMITS);
  } catch (error) {
    // OTLP requires a 400 for text that is not JSON.
    if (error instanceof HttpError && error.status === 422) throw malformed('is not valid JSON', error);
    throw error;
  }
}

async function readProtobuf(body: Buffer, protobuf: OtlpProtobuf, pacer: Pacer): Promise<Span[]> {
  const encoded = decode(() => protobuf.splitRequest(body));
  if (encoded.length > SPANS_PER_REQUEST_MAX) throw tooMany();
  const spans: Span[] = [];
  for (const bytes of encoded) {
    const value = decode(() => protobuf.decodeSpan(bytes));
    spans.push(toSpan(check(OtlpSpan.safeParse(value), value)));
    if (pacer.isDue) await pacer.pause();
  }
  return spans;
}

function decode<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw malformed('is not a valid ExportTraceServiceRequest', cause);
  }
}

/** Returns the value of a successful parse. @throws HttpError 400 with the first invalid field, without its value. */
function check<T>(result: z.ZodSafeParseResult<T>, value: unknown): T {
  if (result.success) return result.data;
  const [first] = toValidationErrors(result.error, 'body', value);
  throw malformed(`is invalid at ${first?.loc.slice(1).join('.')}: ${first?.msg}`);
}

const malformed = (what: string, cause?: unknown): HttpError =>
  new HttpError(400, `The body ${what}. Send an ExportTraceServiceRequest of OTLP.`, { cause });

const tooMany = (): HttpError =>
  new HttpError(
    413,
    `The request contains more than ${SPANS_PER_REQUEST_MAX.toLocaleString('en')} spans: send smaller batches.`,
  );
