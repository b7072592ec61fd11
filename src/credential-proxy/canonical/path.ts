import { invalid, ok, type Parsed } from './authority.ts';

const ROUNDS = 3;

/** Characters that every server reads literally; no escapes, parameters or backslashes. */
const PLAIN = /^[A-Za-z0-9\-._~!$&'()*+,=:@/]*$/;
const DOTS = /\/\.+(\/|$)/;

/**
 * Checks that a request target may be forwarded at all: origin-form in visible ASCII without fragment. Its bytes are
 * never changed.
 */
export function checkTarget(target: string): Parsed<string> {
  if (!target.startsWith('/')) return invalid('a request target begins with /');
  if (/[^\x21-\x7e]/.test(target)) return invalid('a request target is visible ASCII');
  return target.includes('#') ? invalid('a request target has no fragment') : ok(target);
}

/**
 * The text that path patterns are matched against: without query, unreserved characters decoded, other escapes in upper
 * case. Refuses, and never rewrites, what an upstream could read as another path: dot segments in any escaping or with
 * parameters, backslashes, control bytes, overlong UTF-8, escapes in more than three layers.
 */
export function canonicalPath(target: string): Parsed<string> {
  const form = checkTarget(target);
  if (!form.ok) return form;
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  // Nearly every path is unambiguous.
  if (PLAIN.test(path) && !DOTS.test(path)) return ok(path);
  if (/%(?![0-9A-Fa-f]{2})/.test(path)) return invalid('a path has only whole percent escapes');
  const doubt = ambiguityOf(path);
  return doubt === undefined ? ok(decodeUnreserved(path)) : invalid(doubt);
}

/** Unreserved characters decoded, the hex of the rest in upper case (RFC 3986, section 6.2.2). */
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds them
  if (/[\x00-\x1f\x7f]/.test(text)) return 'a path has no control characters';
  if (/[\xc0\xc1]|\xe0[\x80-\x9f]|\xf0[\x80-\x8f]/.test(text)) return 'a path has no overlong UTF-8';
  return text.split('/').some(isDots) ? 'a path has no dot segments' : undefined;
}

/** Whether a segment is dots alone, also before parameters, an escaped query, or the spaces and dots that Windows drops. */
function isDots(segment: string): boolean {
  const [name = ''] = segment.split(/[;?#]/, 1);
  return /^[. ]+$/.test(name) && name.includes('.');
}

/** The text with full-width and other look-alikes as the ASCII that some servers read them as (best fit, NFKC). */
function asciiLookAlike(bytes: string): string {
  if (!/[\x80-\xff]/.test(bytes)) return bytes;
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  // Other characters become one character, so that the tests for bytes apply to both forms.
  return text.normalize('NFKC').replace(/[^\x00-\x7f]/g, 'x');
}

function byteOf(escape: string): string {
  return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
}

/** A way in which a server may read a path. */
export type Reading = (path: string) => string;

/**
 * The other ways in which servers may read a canonical path: escapes decoded up to three times (`%2F` as a slash),
 * `;parameters` and a decoded query cut off, runs of slashes merged, and combinations of these. Most paths have none.
 */
export function otherReadings(path: string): Reading[] {
  return isPlain(path) ? [] : READINGS.filter((read) => read(path) !== path);
}

/** Whether every reading leaves the text unchanged. */
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
