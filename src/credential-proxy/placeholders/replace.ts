import type { CompiledPlaceholder, CompiledRule } from '../policy/model.ts';

/** Maximum number of characters by which replacements may lengthen the target and the headers together. */
const MAX_HEAD_GROWTH = 65_536;

export interface ReplacedHead {
  target: string;
  /** Alternating names and values. */
  headers: string[];
  /** Names of the variables whose sentinels were replaced. */
  replaced: ReadonlySet<string>;
}

/**
 * Replaces the sentinels of a rule in the target and in the header values of a request. Returns null if the replacements
 * make the head too long, because a sentinel can occur many times.
 */
export function replaceInHead(
  { placeholders }: Pick<CompiledRule, 'placeholders'>,
  target: string,
  headers: readonly string[],
): ReplacedHead | null {
  const replaced = new Set<string>();
  const room = { left: MAX_HEAD_GROWTH };
  const inPart = (part: CompiledPlaceholder['in'][number], text: string, encode: Encode): string =>
    replaceIn(text, of(placeholders, part), encode, replaced, room);
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark);
  const newTarget = inPart('path', path, encodePath) + inPart('query', query, encodeURIComponent);
  const newHeaders = headers.map((text, index) => {
    if (index % 2 === 0) return text;
    const isAuthorization = headers[index - 1]?.toLowerCase() === 'authorization';
    return isAuthorization
      ? replaceInCredentials(text, (plain) => inPart('header', plain, String))
      : inPart('header', text, String);
  });
  return room.left < 0 ? null : { target: newTarget, headers: newHeaders, replaced };
}

/** Returns the placeholders that the rule replaces in this part of a request. */
export function of(
  placeholders: readonly CompiledPlaceholder[],
  part: CompiledPlaceholder['in'][number],
): CompiledPlaceholder[] {
  return placeholders.filter((placeholder) => placeholder.in.includes(part));
}

/** Encodes a secret for the place of the sentinel. */
export type Encode = (value: string) => string;

/**
 * Replaces each sentinel in a text. Subtracts the growth of the text from `room.left`, and replaces nothing more once
 * `room.left` is negative.
 */
export function replaceIn(
  text: string,
  placeholders: readonly CompiledPlaceholder[],
  encode: Encode,
  replaced: Set<string>,
  room: { left: number },
): string {
  let result = text;
  for (const { env, sentinel, value } of placeholders) {
    const pieces = result.split(sentinel);
    if (pieces.length === 1) continue;
    const encoded = encode(value);
    room.left -= (pieces.length - 1) * Math.max(0, encoded.length - sentinel.length);
    if (room.left < 0) return text;
    replaced.add(env);
    result = pieces.join(encoded);
  }
  return result;
}

/** Replaces text in the pair of `Basic` credentials, which clients encode, or else in the value itself. */
function replaceInCredentials(value: string, replace: (plain: string) => string): string {
  const [, scheme = '', encoded] = /^(basic +)([A-Za-z0-9+/]+=*)$/i.exec(value) ?? [];
  if (encoded === undefined) return replace(value);
  const pair = Buffer.from(encoded, 'base64').toString('latin1');
  const result = replace(pair);
  return result === pair ? replace(value) : scheme + Buffer.from(result, 'latin1').toString('base64');
}

/** Encodes a secret as part of one path segment. Characters that are literal in a segment stay unchanged. */
export function encodePath(value: string): string {
  return encodeURIComponent(value).replace(/%(3A|40|24|26|2B|2C|3D)/g, (escape) =>
    decodeURIComponent(escape),
  );
}
