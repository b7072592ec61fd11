/** The limit of a text of the service: a status, a reason, one line of a log. */
export const TEXT_MAX = 4_000;
/** The limit of a text in an output, a line of the log or an annotation: problems of many inputs are longer. */
export const DISPLAY_MAX = 16_000;

/** Cuts a text to its limit, with a note on its length. Must be redacted already. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max).toWellFormed()}… (shortened, of ${text.length} characters)`;
}

/** A text of the service: too long, it is redacted and then cut, since half a secret is still one. */
export function shortenRedacted(text: string, redact: (text: string) => string, max = TEXT_MAX): string {
  return text.length <= max ? text : shorten(redact(text), max);
}

/** The message of anything that was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
