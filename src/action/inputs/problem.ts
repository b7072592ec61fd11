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

export const good = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const bad = (problem: string, cure: string): Parsed<never> => ({
  ok: false,
  problems: [{ problem, cure }],
});

/** Quotes a value that is no secret, shortened, for a message. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 77)}...` : value);
}

/** One line per problem: `input: what is wrong. What to do.` */
export function describeProblem({ input, problem, cure }: Problem): string {
  return `${input}: ${problem}. ${cure}`;
}
