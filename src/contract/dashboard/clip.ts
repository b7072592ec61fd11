// Clipped strings in responses to the page. The page imports this module, so it must not import the schema library.

/** Maximum length of a string in characters. A `ClippedText` replaces a string above the maximum. */
export const CLIP_CHARACTERS = 20_000;

/** Placeholder of a secret. A replay of a request replaces the placeholder by the recorded secret. */
export const SECRET_PLACEHOLDER = '***';

/** Request header that requests complete strings if its value is `true`. */
export const WHOLE_HEADER = 'x-ui-whole';

/** Beginning of a long string. If an agent sends an object of this shape, the page shows it as a clipped string. */
export interface ClippedText {
  $clipped: {
    text: string;
    /** Length of the whole string in characters. */
    characters: number;
    /** Hash of the whole string, which distinguishes clipped strings with equal beginnings. */
    digest: string;
  };
}

/** Returns whether a value is a clipped string. */
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
 * Replaces each string of more than `limit` characters in a JSON value by a {@link ClippedText}. Returns `value` itself
 * if no string is longer than `limit`. `original` contains the whole strings if `value` contains only their beginnings.
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
 * Shortens each string of more than `limit` characters in a JSON value. Returns `value` itself if no string is longer
 * than `limit`.
 */
export function shortenTexts(value: unknown, limit: number): unknown {
  if (typeof value === 'string') return value.length <= limit ? value : startOf(value, limit);
  return mapChildren(value, (item) => shortenTexts(item, limit));
}

const childOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;

/** Converts the elements of a list or object. Returns `value` itself if no element changes. */
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

/** Returns the first characters of a string, without dividing a surrogate pair. */
function startOf(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}
