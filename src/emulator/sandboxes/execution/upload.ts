import type { IncomingHttpHeaders } from 'node:http';
import { HttpError } from '../../server/http-error.ts';
import { refusal } from '../refusal.ts';
import { parseBoundary, readField, FormError } from './multipart.ts';

const FIELD = 'file';

/**
 * The bytes of a file that is sent, as they come: the field `file` of a form, or the body itself.
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

/** The same bytes; a form that is not well-formed is a refusal. */
async function* refusing(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    throw refusal(400, 'WriteError', error.message, { cause: error });
  }
}
