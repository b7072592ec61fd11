import { fill, type Scope } from '../../runner/expressions/index.ts';

/** Fills every value of a `with:` or `env:`. Throws for the first expression that fails. */
export function fillEach(values: Readonly<Record<string, string>>, scope: Scope): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value, scope)]));
}

/** What a default of an action's input may look at. */
export function defaultsScope(scope: Scope): Scope {
  const { github, runner, job, strategy, matrix } = scope.contexts;
  const { hashFiles } = scope.functions;
  return {
    contexts: {
      github: github ?? null,
      runner: runner ?? null,
      job: job ?? null,
      strategy: strategy ?? null,
      matrix: matrix ?? null,
    },
    functions: hashFiles === undefined ? {} : { hashFiles },
  };
}
