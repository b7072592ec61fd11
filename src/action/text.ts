/** Maximum length of a text from the service: a status, a reason, one line of a log. */
export const TEXT_MAX = 4_000;
/** Maximum length of a text in an output, a log line or an annotation, which may contain problems of many inputs. */
export const DISPLAY_MAX = 16_000;

/** Cuts a text to its limit, with a note on its length. The text must already be redacted. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max).toWellFormed()}… (shortened from ${text.length} characters)`;
}

/** Redacts a text from the service, and then cuts it if it is too long, because half a secret is still secret. */
export function shortenRedacted(text: string, redact: (text: string) => string, max = TEXT_MAX): string {
  return text.length <= max ? text : shorten(redact(text), max);
}
