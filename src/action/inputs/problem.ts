import { hideKeys, looksLikeKey } from '../../redaction/key-words.ts';

/** A problem with an input, and a hint to fix it. A problem never contains the value of a secret. */
export interface Problem {
  /** Name of the input, environment variable or field that has the problem. */
  path: string;
  message: string;
  hint: string;
}

/** A problem that a parser returns, without the name of the input, which the parser does not know. */
export type UnlocatedProblem = Omit<Problem, 'path'>;

/** Result of a parser: the value, or all problems. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: readonly UnlocatedProblem[] };

export const valid = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const invalid = (message: string, hint: string): Parsed<never> => ({
  ok: false,
  problems: [{ message, hint }],
});

/**
 * Returns a shortened value in quotes for a message. If a value looks like a key, returns only its length, because the
 * value might be a misplaced secret. Removes credentials before an `@`.
 */
export function quote(value: string): string {
  if (looksLikeKey(value)) return `a text of ${value.length} characters`;
  const shown = value.replaceAll(/\S+/g, withoutCredentials);
  return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 77)}...` : shown);
}

/** Removes a possible user name and password before an `@` from one word of a value. */
function withoutCredentials(word: string): string {
  const end = word.lastIndexOf('@');
  const slashes = word.indexOf('//');
  if (slashes !== -1 && slashes + 2 <= end) return `${word.slice(0, slashes)}//***${word.slice(end)}`;
  return /^[^/:]*:/.test(word.slice(0, Math.max(end, 0))) ? `***${word.slice(end)}` : word;
}

/** Returns one line with the input, the message and the hint of a problem. */
export function describeProblem(problem: Problem): string {
  const { path, message, hint } = withoutKeys(problem);
  return `${path}: ${message}. ${hint}`;
}

/** Redacts strings that look like keys, because an unknown flag or a misplaced argument might be a key. */
export function withoutKeys({ path, message, hint }: Problem): Problem {
  return { path: hideKeys(path), message: hideKeys(message), hint: hideKeys(hint) };
}

/** Returns the message for a run whose event has neither a branch nor a tag. */
export const noBranchMessage = (event: string): string =>
  `the event ${event || '(none)'} has no branch or tag`;

/** Message for a run without a repository. */
export const NO_REPOSITORY = 'the run has no repository';
