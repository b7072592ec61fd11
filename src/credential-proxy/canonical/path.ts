import { invalid, ok, type Parsed } from './authority.ts';

const ROUNDS = 3;

/** Characters that stand for themselves in every reading; no escapes, parameters or backslashes. */
const PLAIN = /^[A-Za-z0-9\-._~!$&'()*+,=:@/]*$/;
const DOTS = /\/\.+(\/|$)/;

/**
 * A request target that may be sent on at all: origin-form in visible ASCII without fragment (facts D.3, D.5.7).
 * The bytes are never changed.
 */
export function checkTarget(target: string): Parsed<string> {
  if (!target.startsWith('/')) return invalid('a request target begins with /');
  if (/[^\x21-\x7e]/.test(target)) return invalid('a request target is visible ASCII');
  return target.includes('#') ? invalid('a request target has no fragment') : ok(target);
}

/**
 * The text that path patterns are held against: without query, unreserved characters plain, other escapes in upper
 * case. Refuses what an upstream could read as another path (facts D.3): dot segments in any escaping or with
 * parameters, backslashes, control bytes, overlong UTF-8, escapes in more than three layers. Refuse, never rewrite.
 */
export function canonicalPath(target: string): Parsed<string> {
  const form = checkTarget(target);
  if (!form.ok) return form;
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  // Nearly every path: nothing in it that could be read in two ways.
  if (PLAIN.test(path) && !DOTS.test(path)) return ok(path);
  if (/%(?![0-9A-Fa-f]{2})/.test(path)) return invalid('a path has only whole percent escapes');
  const doubt = ambiguityOf(path);
  return doubt === undefined ? ok(decodeUnreserved(path)) : invalid(doubt);
}

/** Unreserved characters decoded, the hex of the rest in upper case (RFC 3986 §6.2.2). */
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
    if (round === ROUNDS) return 'a path is not escaped more than three times over';
    text = decoded;
  }
}

function ambiguityIn(text: string): string | undefined {
  if (text.includes('\\')) return 'a path has no backslash';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\x00-\x1f\x7f]/.test(text)) return 'a path has no control characters';
  if (/[\xc0\xc1]|\xe0[\x80-\x9f]|\xf0[\x80-\x8f]/.test(text)) return 'a path has no overlong UTF-8';
  return text.split('/').some(isDots) ? 'a path has no dot segments' : undefined;
}

/** Dots alone, also before parameters, an escaped query, or the blanks and further dots that Windows drops. */
function isDots(segment: string): boolean {
  const [name = ''] = segment.split(/[;?#]/, 1);
  return /^[. ]*\.[. ]*$/.test(name);
}

/** The same with full-width and other look-alikes of ASCII as some servers take them (best fit, NFKC). */
function asciiLookAlike(bytes: string): string {
  if (!/[\x80-\xff]/.test(bytes)) return bytes;
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  // Back to one character per byte where nothing looked alike, so that the byte tests hold in both readings.
  return text.normalize('NFKC').replace(/[^\x00-\x7f]/g, 'x');
}

function byteOf(escape: string): string {
  return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
}

/** A way in which a server may read a path. */
export type Reading = (path: string) => string;

/**
 * The ways to read a canonical path other than as it stands: escapes decoded up to three times over (`%2F` as a slash),
 * `;parameters` and a decoded query cut off, runs of slashes as one, and all of that together. None for nearly every path, where they
 * come to the same.
 */
export function otherReadings(path: string): Reading[] {
  return isPlain(path) ? [] : READINGS.filter((read) => read(path) !== path);
}

/** A text that every reading leaves as it is. */
export function isPlain(path: string): boolean {
  return !/[%;?#]|\/\//.test(path);
}

const READINGS: readonly Reading[] = [0, 1, 2, 3].flatMap((rounds) =>
  [asIs, withoutParameters].flatMap((cut) =>
    [asIs, withoutEmptySegments].map(
      (merge): Reading =>
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
