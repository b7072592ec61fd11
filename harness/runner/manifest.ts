import * as z from 'zod';
import { renderTemplate, type Scope } from './expressions.ts';

/** Manifest of a node action as the runner interprets it. */
export interface ActionManifest {
  folder: string;
  inputs: Record<string, { default: string; deprecationMessage?: string | undefined }>;
  outputs: Record<string, unknown>;
  main: string;
  post: string | null;
  /** Condition of the post step as in the manifest; the default is `always()`. */
  postIf: string;
}

const scalar = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => (value === null ? '' : String(value)));
const Manifest = z.object({
  inputs: z
    .record(z.string(), z.object({ default: scalar.default(''), deprecationMessage: scalar.optional() }))
    .default({}),
  outputs: z.record(z.string(), z.unknown()).default({}),
  // Unknown keys below `runs` are refused, as the runner refuses them.
  runs: z.strictObject({
    using: z.enum(['node20', 'node24']),
    main: z.string(),
    post: z.string().optional(),
    'post-if': z.string().optional(),
  }),
});

/**
 * Converts a parsed action.yml to a manifest. Throws if the runner would refuse the manifest; GitHub's validator finds
 * all other problems.
 */
export function interpretManifest(document: unknown, folder: string): ActionManifest {
  const read = Manifest.safeParse(document);
  if (!read.success) throw new Error(z.prettifyError(read.error), { cause: read.error });
  const { runs, ...declared } = read.data;
  return {
    ...declared,
    folder,
    main: runs.main,
    post: runs.post ?? null,
    postIf: runs['post-if'] ?? 'always()',
  };
}

/** Inputs of a step as its action receives them, and the runner's warnings. */
interface StepInputs {
  /** Inputs including defaults, by name. */
  values: Record<string, string>;
  /** Inputs as INPUT_* variables, whose names are in upper case, with spaces replaced by underscores. */
  env: Record<string, string>;
  warnings: string[];
}

/**
 * Returns the inputs of a step: all declared inputs, with their default or an empty string, and undeclared inputs with
 * a warning. `required` has no effect, because the runner leaves this check to the action.
 * @param given evaluated inputs below `with:`
 * @param scope scope of expressions in defaults
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
  for (const [name, input] of Object.entries(manifest.inputs))
    values[name] ??= renderTemplate(input.default, scope);
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
