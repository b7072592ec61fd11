import type { Parsed, Problem } from './problem.ts';
import { type RawInputs, inputText } from './raw.ts';
import { INPUTS, type Registry } from './registry.ts';
import type { AnyInput } from './verify-registry.ts';

/** Parses inputs one by one and keeps every complaint, so that all of them are told together. */
export interface InputReader {
  readonly problems: readonly Problem[];
  /** The parsed input or its default; undefined when it was not given, or is wrong and therefore in `problems`. */
  read<T>(input: AnyInput, parse: (text: string) => Parsed<T>): T | undefined;
  addProblem(input: string, problem: string, cure: string): void;
}

export function createInputReader(raw: RawInputs, registry: Registry = INPUTS): InputReader {
  const problems: Problem[] = [];
  return {
    problems,
    read: (input, parse) => {
      const text = inputText(raw, input, registry);
      if (text === undefined) return undefined;
      const parsed = parse(text);
      if (parsed.ok) return parsed.value;
      problems.push(...parsed.problems.map((complaint) => ({ input, ...complaint })));
      return undefined;
    },
    addProblem: (input, problem, cure) => {
      problems.push({ input, problem, cure });
    },
  };
}
