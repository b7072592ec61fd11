import { HttpError } from '../../server/http-error.ts';
import type { LengthRange } from './length-range.ts';

/** Passes a body on while its length is within the range. @throws HttpError 413 as soon as it is above, 400 when it ends below. */
export async function* limitLength(
  body: AsyncIterable<Uint8Array>,
  range: LengthRange,
): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > range.max) throw tooLarge(range);
    yield chunk;
  }
  if (size < range.min) throw tooSmall(size, range);
}

/** Judges what a client says beforehand. Absent: its body comes in chunks, and is judged as it comes. */
export function checkContentLength(declared: string | undefined, range: LengthRange): void {
  if (declared === undefined) return;
  const size = Number(declared);
  if (size > range.max) throw tooLarge(range);
  if (size < range.min) throw tooSmall(size, range);
}

function tooLarge({ max }: LengthRange): HttpError {
  return new HttpError(413, `The upload is larger than ${max} bytes, the most it may have.`);
}

function tooSmall(size: number, { min }: LengthRange): HttpError {
  return new HttpError(400, `The upload has ${size} bytes, fewer than the ${min} it must have.`);
}
