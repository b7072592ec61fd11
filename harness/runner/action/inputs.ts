import { fill, type Scope } from '../expressions/index.ts';
import type { ActionManifest } from './schema.ts';

/** The inputs of a step as its action gets them, and what the runner says of them. */
export interface StepInputs {
  /** By name, defaults filled in. */
  values: Record<string, string>;
  /** As INPUT_*: names in capitals, blanks as underscores, hyphens kept. */
  env: Record<string, string>;
  warnings: string[];
}

/**
 * Puts together the inputs of a step: every declared one (its default, or the empty text), and those that are not
 * declared, with a warning. `required` is not looked at: the runner leaves that to the action.
 * @param given what stands under `with:`, evaluated
 * @param scope what a default may look at
 */
export function stepInputs(
  manifest: ActionManifest,
  given: Readonly<Record<string, string>>,
  scope: Scope,
): StepInputs {
  const declared = new Map(Object.keys(manifest.inputs).map((name) => [name.toLowerCase(), name]));
  const values: Record<string, string> = {};
  const warnings: string[] = [];
  const unexpected: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const known = declared.get(name.toLowerCase());
    values[known ?? name] = value;
    if (known === undefined) unexpected.push(name);
    const deprecation = known === undefined ? null : manifest.inputs[known]?.deprecationMessage;
    if (deprecation) warnings.push(`Input '${name}' has been deprecated with message: ${deprecation}`);
  }
  for (const [name, input] of Object.entries(manifest.inputs)) values[name] ??= fill(input.default, scope);
  if (unexpected.length > 0) {
    const list = (names: string[]) => `'${names.join("', '")}'`;
    warnings.push(
      `Unexpected input(s) ${list(unexpected)}, valid inputs are [${list(Object.keys(manifest.inputs))}]`,
    );
  }
  const env = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
      value,
    ]),
  );
  return { values, env, warnings };
}
