import { invalid, ok, type Parsed } from './authority.ts';

const ROUNDS = 3;

/** Matches paths that every server interprets literally: without escapes, parameters and backslashes. */
const PLAIN = /^[A-Za-z0-9\-._~!$&'()*+,=:@/]*$/;
const DOTS = /\/\.+(\/|$)/;

/** Checks that a request target can be forwarded unchanged: origin-form in visible ASCII, without a fragment. */
export function checkTarget(target: string): Parsed<string> {
  if (!target.startsWith('/')) return invalid('a request target must begin with /');
  if (/[^\x21-\x7e]/.test(target))
    return invalid('a request target must contain only visible ASCII characters');
  return target.includes('#') ? invalid('a request target must not have a fragment') : ok(target);
}

/**
 * Returns the path in the form that path patterns are matched against: without its query, with unreserved characters
 * decoded and other escapes in upper case. Refuses paths that an upstream could interpret as another path: dot segments
 * in any escaping or with parameters, backslashes, control bytes, overlong UTF-8, and more than three layers of
 * escapes.
 */
export function canonicalPath(target: string): Parsed<string> {
  const form = checkTarget(target);
  if (!form.ok) return form;
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  // A path of plain characters without dots is unambiguous, so it needs no further checks.
  if (PLAIN.test(path) && !DOTS.test(path)) return ok(path);
  if (/%(?![0-9A-Fa-f]{2})/.test(path)) return invalid('a path must not have incomplete percent escapes');
  const doubt = ambiguityOf(path);
  return doubt === undefined ? ok(decodeUnreserved(path)) : invalid(doubt);
}

/** Decodes unreserved characters and converts the remaining escapes to upper case (RFC 3986, section 6.2.2). */
function decodeUnreserved(path: string): string {
  return path.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
    const character = byteOf(escape);
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escape.toUpperCase();
  });
}

function ambiguityOf(path: string): string | undefined {
  let text = path;
  for (let round = 0; ; round += 1) {
    const doubt = ambiguityIn(text) ?? ambiguityIn(asciiLookAlike(text));
    if (doubt !== undefined) return doubt;
    const decoded = text.replace(/%[0-9A-Fa-f]{2}/g, byteOf);
    if (decoded === text) return undefined;
    if (round === ROUNDS) return 'a path must not be escaped more than three times';
    text = decoded;
  }
}

function ambiguityIn(text: string): string | undefined {
  if (text.includes('\\')) return 'a path must not have a backslash';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds them
  if (/[\x00-\x1f\x7f]/.test(text)) return 'a path must not have control characters';
  if (/[\xc0\xc1]|\xe0[\x80-\x9f]|\xf0[\x80-\x8f]/.test(text)) return 'a path must not have overlong UTF-8';
  return text.split('/').some(isDots) ? 'a path must not have dot segments' : undefined;
}

/**
 * Returns true if a server might read a segment as dots: dots only, or dots with parameters, an escaped query, or
 * spaces and dots that Windows removes.
 */
function isDots(segment: string): boolean {
  const [name = ''] = segment.split(/[;?#]/, 1);
  return /^[. ]+$/.test(name) && name.includes('.');
}

/** Replaces full-width and similar characters with the ASCII that some servers read instead (best fit, NFKC). */
function asciiLookAlike(bytes: string): string {
  if (!/[\x80-\xff]/.test(bytes)) return bytes;
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  // Every non-ASCII character becomes an `x`, so the result contains only ASCII and can be checked byte by byte.
  return text.normalize('NFKC').replace(/[^\x00-\x7f]/g, 'x');
}

function byteOf(escape: string): string {
  return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
}

/** A function that returns a path in the form that a certain kind of server reads. */
export type PathInterpretation = (path: string) => string;

/**
 * Returns the interpretations that change a canonical path: decoding escapes up to three times (`%2F` as a slash),
 * removing `;parameters` and a decoded query, merging repeated slashes, and combinations. For most paths, the list of
 * interpretations is empty.
 */
export function alternativeReadings(path: string): PathInterpretation[] {
  return isPlain(path) ? [] : READINGS.filter((read) => read(path) !== path);
}

/** Returns true if every interpretation leaves the path unchanged. */
export function isPlain(path: string): boolean {
  return !/[%;?#]|\/\//.test(path);
}

const READINGS: readonly PathInterpretation[] = [0, 1, 2, 3].flatMap((rounds) =>
  [asIs, withoutParameters].flatMap((cut) =>
    [asIs, withoutEmptySegments].map(
      (merge): PathInterpretation =>
        (path) =>
          merge(cut(decoded(path, rounds))),
    ),
  ),
);

function decoded(path: string, rounds: number): string {
  if (rounds === 0 || !path.includes('%')) return path;
  const once = path.replace(/%[0-9A-Fa-f]{2}/g, (escape) =>
    String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
  );
  return decoded(once, rounds - 1);
}

function withoutParameters(path: string): string {
  return path.replace(/[?#].*$/s, '').replace(/;[^/]*/g, '');
}

function withoutEmptySegments(path: string): string {
  return path.replace(/\/{2,}/g, '/');
}

function asIs(path: string): string {
  return path;
}
