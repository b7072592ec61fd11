/** Maximum length in characters of a string from the service, such as a status, a reason or a log line. */
export const TEXT_MAX = 4_000;
/**
 * Maximum length in characters of a message in an output, a log line or an annotation. The limit is high, because a
 * message can contain the problems of many inputs.
 */
export const DISPLAY_MAX = 16_000;

/** Shortens a redacted string to `max` characters, and appends the string's full length. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max).toWellFormed()}… (shortened from ${text.length} characters)`;
}

/** Redacts a string from the service before shortening it, because a truncated secret would not be recognized. */
export function shortenRedacted(text: string, redact: (text: string) => string, max = TEXT_MAX): string {
  return text.length <= max ? text : shorten(redact(text), max);
}

/** Returns a count with its noun, such as `1 preview` or `1,200 previews`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}
