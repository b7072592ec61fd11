import { invalid, type Parsed, type Problem, quote } from './problem.ts';
import {
  type AnyInput,
  type InputSpec,
  INPUT_NAMES,
  INPUTS,
  type InputTable,
  variableOf,
  type InputValues,
  type VerifyValues,
  type SandboxValues,
} from './registry.ts';

/**
 * Reads the inputs of one action according to the action's table of inputs. Collects all problems to report them
 * together.
 */
export interface InputReader<V> {
  readonly raw: RawInputs;
  readonly problems: readonly Problem[];
  /**
   * Returns the parsed input or its default. Returns `undefined` if the input is unset without a default, or if it is
   * invalid and therefore in `problems`.
   */
  read<N extends keyof V & string>(input: N): V[N] | undefined;
  /** Reads an input whose validity depends on other inputs, with a parser that replaces the parser in the table. */
  readWith<T>(input: keyof V & string, parse: (text: string) => Parsed<T>): T | undefined;
  addProblem(path: string, message: string, hint: string): void;
}

export function createInputReader<V>(env: Environment, table: InputTable<V>): InputReader<V> {
  const raw = readRaw(env, table);
  const texts: Readonly<Record<string, string | undefined>> = raw;
  const problems: Problem[] = [];
  const readWith = <T>(input: keyof V & string, parse: (text: string) => Parsed<T>): T | undefined => {
    const text = texts[input] ?? table[input].default;
    if (text === undefined) return undefined;
    const parsed = parse(text);
    if (parsed.ok) return parsed.value;
    problems.push(...parsed.problems.map((problem) => ({ path: input, ...problem })));
    return undefined;
  };
  return {
    raw,
    problems,
    read: (input) => readWith(input, table[input].parse),
    readWith,
    addProblem: (path, message, hint) => {
      problems.push({ path, message, hint });
    },
  };
}

export type Reader = InputReader<InputValues>;
/** Reads the inputs that `action.yml` and `verify/action.yml` share. */
export type SharedReader = InputReader<Pick<InputValues, keyof InputValues & keyof VerifyValues>>;
export type CommonReader = InputReader<
  Pick<InputValues, keyof InputValues & keyof VerifyValues & keyof SandboxValues>
>;

/** Reads the display inputs, which all actions share. */
export type DisplayReader = InputReader<Pick<InputValues, 'summary' | 'annotations' | 'strict-inputs'>>;

/** Raw string of each input that is set. An empty string counts as unset. */
export type RawInputs = Readonly<Partial<Record<AnyInput, string>>>;

/**
 * Reads the inputs from the runner's environment. Trims values like the toolkit, except `secrets`, whose values can end
 * in a space. If an input is empty, reads the environment variables that the table lists for the input. Does not apply
 * defaults, because `given` must distinguish a default from an input.
 */
export function readRaw(env: Environment, table: Readonly<Record<string, InputSpec>> = INPUTS): RawInputs {
  const raw: Record<string, string> = {};
  for (const [name, spec] of Object.entries(table)) {
    const candidates = [variableOf(name), ...(spec.env ?? [])];
    const text = candidates.map((key) => env[key] ?? '').find((value) => value.trim() !== '');
    if (text !== undefined) raw[name] = name === 'secrets' ? text : text.trim();
  }
  return raw;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the sorted names of nonempty `INPUT_…` variables that do not belong to any input, in lower case as in a
 * workflow. The runner only warns about misspelled inputs.
 */
export function unknownInputs(env: Environment, names: readonly string[] = INPUT_NAMES): string[] {
  const known = new Set(names.map(variableOf));
  return Object.keys(env)
    .filter((key) => key.startsWith('INPUT_') && !known.has(key) && (env[key] ?? '') !== '')
    .map((key) => key.slice('INPUT_'.length).toLowerCase())
    .sort();
}

/** Returns the input whose name is most similar to an unknown name, or `undefined` if no name is similar. */
export async function nearestInput(
  name: string,
  names: readonly string[] = INPUT_NAMES,
): Promise<string | undefined> {
  const { closest, distance } = await import('fastest-levenshtein');
  const normalized = name.replaceAll('_', '-');
  const nearest = closest(normalized, names);
  const far = Math.max(2, Math.floor(Math.max(normalized.length, nearest.length) / 2));
  return distance(normalized, nearest) <= far ? nearest : undefined;
}

/** Returns the problem for an unknown input. */
export async function unknownInputProblem(
  name: string,
  names: readonly string[] = INPUT_NAMES,
): Promise<Parsed<never>> {
  const nearest = await nearestInput(name, names);
  const hint =
    nearest === undefined
      ? 'Remove the input; action.yml lists every input'
      : `Did you mean ${quote(nearest)}? Rename the input, or remove it`;
  return invalid(
    'no input with this name exists',
    `${hint} (\`strict-inputs: false\` turns this into a warning).`,
  );
}
