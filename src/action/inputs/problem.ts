/** What is wrong with one input, and what to write instead. Never holds the value of a secret. */
export interface Problem {
  input: string;
  problem: string;
  cure: string;
}

/** A parser's answer: the value, or what is wrong with the text. */
export type Parsed<T> =
  | { ok: true; value: T }
  | { ok: false; problems: readonly { problem: string; cure: string }[] };

export const valid = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const invalid = (problem: string, cure: string): Parsed<never> => ({
  ok: false,
  problems: [{ problem, cure }],
});

/** Quotes a value that is no secret, shortened, for a message. Credentials before an `@` are left out all the same. */
export function quote(value: string): string {
  const shown = value.replace(/(\/\/)\S*@|^[^\s/]*:\S*@/, '$1***@');
  return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 77)}...` : shown);
}

/** One line per problem: `input: what is wrong. What to do.` */
export function describeProblem({ input, problem, cure }: Problem): string {
  return `${input}: ${problem}. ${cure}`;
}
