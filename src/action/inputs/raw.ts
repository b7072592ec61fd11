import { INPUTS, type Registry, variableOf } from './registry.ts';
import type { AnyInput } from './verify-registry.ts';

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
export function inputText(raw: RawInputs, name: AnyInput, registry: Registry = INPUTS): string | undefined {
  return raw[name] ?? registry[name]?.default;
}
