import { invalid, type Parsed, quote } from './problem.ts';
import { INPUT_NAMES, variableOf } from './registry.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Names of `INPUT_…` variables that belong to no input, as they would stand in a workflow: lower case, sorted.
 * The runner itself only warns of a misspelt input and then ignores it. Empty variables say nothing and are left out.
 */
export function unknownInputs(env: Env, names: readonly string[] = INPUT_NAMES): string[] {
  const known = new Set(names.map(variableOf));
  return Object.keys(env)
    .filter((key) => key.startsWith('INPUT_') && !known.has(key) && (env[key] ?? '') !== '')
    .map((key) => key.slice('INPUT_'.length).toLowerCase())
    .sort();
}

/** The declared name that an unknown one most resembles, or undefined where none is near. */
export async function nearestInput(
  name: string,
  names: readonly string[] = INPUT_NAMES,
): Promise<string | undefined> {
  const { closest, distance } = await import('fastest-levenshtein');
  const wanted = name.replaceAll('_', '-');
  const nearest = closest(wanted, names);
  const far = Math.max(2, Math.floor(Math.max(wanted.length, nearest.length) / 2));
  return distance(wanted, nearest) <= far ? nearest : undefined;
}

/** What to say about an unknown input. */
export async function unknownInputProblem(
  name: string,
  names: readonly string[] = INPUT_NAMES,
): Promise<Parsed<never>> {
  const nearest = await nearestInput(name, names);
  const cure =
    nearest === undefined
      ? 'Remove it; action.yml lists every input'
      : `Did you mean ${quote(nearest)}? Rename it, or remove it`;
  return invalid('there is no such input', `${cure} (\`strict-inputs: false\` turns this into a warning).`);
}
