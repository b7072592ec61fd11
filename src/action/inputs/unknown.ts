import { bad, type Parsed, quote } from './problem.ts';
import { INPUT_NAMES, variableOf } from './registry.ts';

const KNOWN: ReadonlySet<string> = new Set(INPUT_NAMES.map(variableOf));

/**
 * Names of `INPUT_…` variables that belong to no input, as they would stand in a workflow: lower case, sorted.
 * The runner itself only warns of a misspelt input and then ignores it. Empty variables say nothing and are left out.
 */
export function unknownInputs(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter((key) => key.startsWith('INPUT_') && !KNOWN.has(key) && (env[key] ?? '') !== '')
    .map((key) => key.slice('INPUT_'.length).toLowerCase())
    .sort();
}

/** The declared name that an unknown one most resembles, or undefined where none is near. */
export async function nearestInput(name: string): Promise<string | undefined> {
  const { closest, distance } = await import('fastest-levenshtein');
  const wanted = name.replaceAll('_', '-');
  const nearest = closest(wanted, INPUT_NAMES);
  const far = Math.max(2, Math.floor(Math.max(wanted.length, nearest.length) / 2));
  return distance(wanted, nearest) <= far ? nearest : undefined;
}

/** What to say about an unknown input. */
export async function unknownInputProblem(name: string): Promise<Parsed<never>> {
  const nearest = await nearestInput(name);
  const cure =
    nearest === undefined
      ? 'Remove it; action.yml lists every input'
      : `Did you mean ${quote(nearest)}? Rename it, or remove it`;
  return bad('there is no such input', `${cure} (\`strict-inputs: false\` turns this into a warning).`);
}
