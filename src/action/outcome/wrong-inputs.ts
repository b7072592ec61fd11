import { describeProblem, type Problem } from '../inputs/problem.ts';
import { outcome, type Outcome } from '../outcome.ts';

/** What a run comes to whose inputs are wrong: all that is wrong with them, and that nothing was done. Pure. */
export function invalidInputs(problems: readonly Problem[]): Outcome {
  const count =
    problems.length === 1 ? 'An input is wrong' : `${problems.length} things are wrong with the inputs`;
  const lines = problems.map((problem) => `- ${describeProblem(problem)}`);
  return outcome('failed', 'invalid-input', [`${count}; nothing was sent.`, ...lines].join('\n'));
}
