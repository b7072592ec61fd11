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

/** Quotes a value that is not secret, shortened, for a message. Credentials before an `@` are still left out. */
export function quote(value: string): string {
  const shown = value.replace(/(\/\/)\S*@|^[^\s/]*:\S*@/, '$1***@');
  return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 77)}...` : shown);
}

/** One line per problem: `input: what is wrong. What to do.` */
export function describeProblem({ path, message, hint }: Problem): string {
  return `${path}: ${message}. ${hint}`;
}
