// Clipped texts in responses to the page. The page imports this module, so it must not import the schema library.

/** Maximum length of a text in characters. A longer text is replaced by a `ClippedText`. */
export const CLIP_CHARACTERS = 20_000;

/** Request header of the page that asks for complete texts, with the value `true`. */
export const WHOLE_HEADER = 'x-ui-whole';

/** Beginning of a long text. An agent may send an object of this shape itself; the page then shows it as clipped. */
export interface ClippedText {
  $clipped: {
    text: string;
    /** Length of the whole text. */
    characters: number;
    /** Hash of the whole text, so that the page can compare two clipped texts. */
    digest: string;
  };
}

/** Returns true if a value is a clipped text. */
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

/** Replaces each text above `limit` characters in a JSON value. Returns the same value if no text is longer. */
export function clipTexts(
  value: unknown,
  digestOf: (text: string) => string,
  limit = CLIP_CHARACTERS,
): unknown {
  if (typeof value === 'string') {
    if (value.length <= limit) return value;
    const clipped: ClippedText = {
      $clipped: { text: startOf(value, limit), characters: value.length, digest: digestOf(value) },
    };
    return clipped;
  }
  if (Array.isArray(value)) {
    // The value was parsed from JSON, so its elements are JSON values.
    const items = value as unknown[];
    const clipped = items.map((item) => clipTexts(item, digestOf, limit));
    return clipped.every((item, index) => item === items[index]) ? value : clipped;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const clipped = entries.map(([name, item]) => [name, clipTexts(item, digestOf, limit)] as const);
  return clipped.every(([, item], index) => item === entries[index]?.[1])
    ? value
    : Object.fromEntries(clipped);
}

/** Returns the first characters of a text. Does not end between the two halves of a character. */
function startOf(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}
