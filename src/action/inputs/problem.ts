/** A problem and its hint. Never holds the value of a secret. */
export interface Problem {
  /** The input, the variable or the field. */
  path: string;
  message: string;
  hint: string;
}

/** The same before its input is known. */
export type Unlocated = Omit<Problem, 'path'>;

/** A parser's result: the value, or the problem. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: readonly Unlocated[] };

export const valid = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const invalid = (message: string, hint: string): Parsed<never> => ({
  ok: false,
  problems: [{ message, hint }],
});

/** How the keys of services begin, and the base64 of a JSON object, which tokens are made of. */
const KEY_PREFIX =
  /(?:^|[^A-Za-z0-9])(?:lsv2_|lsv1_|ls__|sk-|sk_|pk_|gh[a-z]_|github_pat_|glpat-|xox[a-z]-|AKIA|AIza|eyJ)/;
/** A run of characters in which letters and digits are mixed as in a random value. */
const RANDOM_WORD =
  /(?<![A-Za-z0-9+/_-])(?=[A-Za-z0-9+/_-]*[0-9][A-Za-z0-9+/_-]*[0-9])(?=[A-Za-z0-9+/_-]*[A-Za-z])[A-Za-z0-9+/_-]{20,}/;

/**
 * Quotes a value for a message, shortened. A value that looks like a key is not repeated: it may be a secret in the wrong
 * place. Credentials before an `@` are left out.
 */
export function quote(value: string): string {
  if (KEY_PREFIX.test(value) || RANDOM_WORD.test(value)) return `a text of ${value.length} characters`;
  const shown = value.replaceAll(/\S+/g, withoutCredentials);
  return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 77)}...` : shown);
}

/** A word of a value without what may be a user name and a password in front of an `@`. */
function withoutCredentials(word: string): string {
  const end = word.lastIndexOf('@');
  const slashes = word.indexOf('//');
  if (slashes !== -1 && slashes + 2 <= end) return `${word.slice(0, slashes)}//***${word.slice(end)}`;
  return /^[^/:]*:/.test(word.slice(0, Math.max(end, 0))) ? `***${word.slice(end)}` : word;
}

/** One line per problem: `input: what is wrong. What to do.` */
export function describeProblem({ path, message, hint }: Problem): string {
  return `${path}: ${message}. ${hint}`;
}

/** The message about a run whose repository nothing names. */
export const NO_REPOSITORY = 'the run names no repository';
