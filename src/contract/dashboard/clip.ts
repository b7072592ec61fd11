// Clipped strings in responses to the page. The page imports this module, so it must not import the schema library.

/** Maximum length of a string in characters. A longer string is replaced by a `ClippedText`. */
export const CLIP_CHARACTERS = 20_000;

/** Placeholder of a secret. A replay inserts the secret again where the replayed request contained one. */
export const SECRET_PLACEHOLDER = '***';

/** Request header that requests complete strings if its value is `true`. */
export const WHOLE_HEADER = 'x-ui-whole';

/**
 * Beginning of a long string. An agent may send an object of this shape too; the page then shows the object as clipped.
 */
export interface ClippedText {
  $clipped: {
    text: string;
    /** Length of the whole string in characters. */
    characters: number;
    /** Hash of the whole string, for comparisons of two clipped strings. */
    digest: string;
  };
}

/** Returns true if a value is a clipped string. */
export function isClippedText(value: unknown): value is ClippedText {
  if (typeof value !== 'object' || value === null || !('$clipped' in value)) return false;
  const clipped = value.$clipped;
  return (
    typeof clipped === 'object' &&
    clipped !== null &&
    'text' in clipped &&
    typeof clipped.text === 'string' &&
    'characters' in clipped &&
    typeof clipped.characters === 'number' &&
    'digest' in clipped &&
    typeof clipped.digest === 'string'
  );
}

/**
 * Replaces each string above `limit` characters in a JSON value. Returns the same value if no string is longer than
 * `limit`. `original` is the value with its whole strings, if `value` contains only their beginnings.
 */
export function clipTexts(
  value: unknown,
  digestOf: (text: string) => string,
  limit = CLIP_CHARACTERS,
  original = value,
): unknown {
  if (typeof value === 'string') {
    if (value.length <= limit) return value;
    const whole = typeof original === 'string' ? original : value;
    const clipped: ClippedText = {
      $clipped: { text: startOf(value, limit), characters: whole.length, digest: digestOf(whole) },
    };
    return clipped;
  }
  return mapChildren(value, (item, key) => clipTexts(item, digestOf, limit, childOf(original, key)));
}

/**
 * Shortens each string above `limit` characters in a JSON value. Returns the same value if no string is longer than
 * `limit`.
 */
export function shortenTexts(value: unknown, limit: number): unknown {
  if (typeof value === 'string') return value.length <= limit ? value : startOf(value, limit);
  return mapChildren(value, (item) => shortenTexts(item, limit));
}

const childOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;

/** Converts the elements of a list or object. Returns the same value if no element changes. */
function mapChildren(value: unknown, convert: (item: unknown, key: string) => unknown): unknown {
  if (Array.isArray(value)) {
    // The value was parsed from JSON, so its elements are JSON values.
    const items = value as unknown[];
    const converted = items.map((item, index) => convert(item, String(index)));
    return converted.every((item, index) => item === items[index]) ? value : converted;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const converted = entries.map(([name, item]) => [name, convert(item, name)] as const);
  return converted.every(([, item], index) => item === entries[index]?.[1])
    ? value
    : Object.fromEntries(converted);
}

/** Returns the first characters of a string. The result never ends between the two halves of a character. */
function startOf(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}
