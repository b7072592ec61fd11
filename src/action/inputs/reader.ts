import { invalid, type Parsed, type Problem, quote } from './problem.ts';
import { type AnyInput, INPUT_NAMES, INPUTS, type Registry, variableOf } from './registry.ts';

/** Parses inputs one by one and keeps every complaint, so that all of them are told together. */
export interface InputReader {
  readonly problems: readonly Problem[];
  /** The parsed input or its default; undefined when it was not given, or is wrong and therefore in `problems`. */
  read<T>(input: AnyInput, parse: (text: string) => Parsed<T>): T | undefined;
  addProblem(path: string, message: string, hint: string): void;
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
      problems.push(...parsed.problems.map((problem) => ({ path: input, ...problem })));
      return undefined;
    },
    addProblem: (path, message, hint) => {
      problems.push({ path, message, hint });
    },
  };
}

/** The text of every input that was given; what is empty is not given. */
export type RawInputs = Readonly<Partial<Record<AnyInput, string>>>;

/**
 * Reads the inputs from the runner's environment: trimmed as the toolkit does, except `secrets`, whose values may end
 * in a space. An empty text counts as absent; then the environment variables of the registry are asked. Defaults are
 * not applied here: `given` must tell a default from a word.
 */
export function readRaw(
  env: Readonly<Record<string, string | undefined>>,
  registry: Registry = INPUTS,
): RawInputs {
  const raw: Record<string, string> = {};
  for (const [name, spec] of Object.entries(registry)) {
    const candidates = [variableOf(name), ...(spec.env ?? [])];
    const text = candidates.map((key) => env[key] ?? '').find((value) => value.trim() !== '');
    if (text !== undefined) raw[name] = name === 'secrets' ? text : text.trim();
  }
  return raw;
}

/** The input's text, or its default. */
function inputText(raw: RawInputs, name: AnyInput, registry: Registry = INPUTS): string | undefined {
  return raw[name] ?? registry[name]?.default;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Names of `INPUT_…` variables that belong to no input, as they would stand in a workflow: lower case, sorted.
 * The runner itself only warns of a misspelt input and then ignores it. Empty variables say nothing and are left out.
 */
export function unknownInputs(env: Environment, names: readonly string[] = INPUT_NAMES): string[] {
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
