import type { CompiledPlaceholder } from '../policy/model.ts';
import { type Encode, replaceIn } from './replace.ts';

/** Maximum size of a body in which sentinels are replaced, and of its replacement, in bytes. */
export const MAX_REPLACED_BODY = 8 * 1024 * 1024;

/** Types of bodies in which sentinels are replaced, each with the encoding of a secret in such a body. */
const ENCODINGS: readonly { type: RegExp; encode: Encode }[] = [
  {
    type: /^application\/(?:[a-z0-9!#$&^_.+-]+\+)?json$/,
    encode: (value) => JSON.stringify(value).slice(1, -1),
  },
  {
    type: /^application\/x-www-form-urlencoded$/,
    encode: (value) => encodeURIComponent(value).replaceAll('%20', '+'),
  },
  { type: /^multipart\/form-data$/, encode: String },
];

/** Returns the encoding of secrets in bodies of this content type, or `undefined` if such bodies are not changed. */
export function encodingOf(contentType: string | undefined): Encode | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return ENCODINGS.find((known) => known.type.test(type))?.encode;
}

/** Replaces sentinels in a body, or returns null if the result is too large. All other bytes stay unchanged. */
export function replaceInBody(
  body: Buffer,
  placeholders: readonly CompiledPlaceholder[],
  encode: Encode,
  replaced: Set<string>,
): Buffer | null {
  const room = { left: MAX_REPLACED_BODY - body.length };
  const text = body.toString('latin1');
  const result = replaceIn(text, placeholders, encode, replaced, room);
  if (room.left < 0) return null;
  return result === text ? body : Buffer.from(result, 'latin1');
}
