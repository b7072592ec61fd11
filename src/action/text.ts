/** The longest text of the service that is worth reading: a status, a reason, one line of a log. */
export const TEXT_MAX = 4_000;
/** The longest text in an output, a line of the log or an annotation: what is wrong with many inputs is longer. */
export const SHOWN_MAX = 16_000;

/** A text that is no longer than it may be, with a word on how long it was. Must be free of secrets already. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max).toWellFormed()}… (shortened, of ${text.length} characters)`;
}

/** A text of the service: one that is too long is freed of secrets and then cut, since half a secret is still one. */
export function shortenRedacted(text: string, redact: (text: string) => string, max = TEXT_MAX): string {
  return text.length <= max ? text : shorten(redact(text), max);
}

/** What anything that was thrown says of itself. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
