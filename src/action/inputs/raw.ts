import { INPUT_NAMES, INPUTS, type InputName, type InputSpec, variableOf } from './registry.ts';

/** The text of every input that was given; what is empty is not given. */
export type RawInputs = Readonly<Partial<Record<InputName, string>>>;

/**
 * Reads the inputs from the runner's environment: trimmed as the toolkit does, except `secrets`, whose values may end
 * in a space. An empty text counts as absent; then the environment variables of the registry are asked. Defaults are
 * not applied here: `given` must tell a default from a word.
 */
export function readRaw(env: Readonly<Record<string, string | undefined>>): RawInputs {
  const raw: Partial<Record<InputName, string>> = {};
  for (const name of INPUT_NAMES) {
    const spec: InputSpec = INPUTS[name];
    const candidates = [variableOf(name), ...(spec.env ?? [])];
    const text = candidates.map((key) => env[key] ?? '').find((value) => value.trim() !== '');
    if (text !== undefined) raw[name] = name === 'secrets' ? text : text.trim();
  }
  return raw;
}

/** The input's text, or its default. */
export function textOf(raw: RawInputs, name: InputName): string | undefined {
  const spec: InputSpec = INPUTS[name];
  return raw[name] ?? spec.default;
}
