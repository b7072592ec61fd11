/** What is wrong, and what to do about it. Never holds the value of a secret. */
export interface Problem {
  /** The input, the variable or the field. */
  path: string;
  message: string;
  hint: string;
}

/** The same before it is known which input it is about. */
export type Unlocated = Omit<Problem, 'path'>;

/** A parser's answer: the value, or what is wrong with the text. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: readonly Unlocated[] };

export const valid = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const invalid = (message: string, hint: string): Parsed<never> => ({
  ok: false,
  problems: [{ message, hint }],
});

/** Quotes a value that is no secret, shortened, for a message. Credentials before an `@` are left out all the same. */
export function quote(value: string): string {
  const shown = value.replace(/(\/\/)\S*@|^[^\s/]*:\S*@/, '$1***@');
  return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 77)}...` : shown);
}

/** One line per problem: `input: what is wrong. What to do.` */
export function describeProblem({ path, message, hint }: Problem): string {
  return `${path}: ${message}. ${hint}`;
}
