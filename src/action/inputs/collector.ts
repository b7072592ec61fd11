import type { Parsed, Problem } from './problem.ts';
import { type RawInputs, textOf } from './raw.ts';
import { INPUTS, type Registry } from './registry.ts';
import type { AnyInput } from './verify-registry.ts';

/** Parses inputs one by one and keeps every complaint, so that all of them are told together. */
export interface Collector {
  readonly problems: readonly Problem[];
  /** The parsed input or its default; undefined when it was not given, or is wrong and therefore in `problems`. */
  take<T>(input: AnyInput, parse: (text: string) => Parsed<T>): T | undefined;
  complain(input: string, problem: string, cure: string): void;
}

export function createCollector(raw: RawInputs, registry: Registry = INPUTS): Collector {
  const problems: Problem[] = [];
  return {
    problems,
    take: (input, parse) => {
      const text = textOf(raw, input, registry);
      if (text === undefined) return undefined;
      const parsed = parse(text);
      if (parsed.ok) return parsed.value;
      problems.push(...parsed.problems.map((complaint) => ({ input, ...complaint })));
      return undefined;
    },
    complain: (input, problem, cure) => {
      problems.push({ input, problem, cure });
    },
  };
}
